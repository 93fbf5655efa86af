export const usualProtocols = [
  'HTTPS',
  'HTTP',
  'gRPC',
  'WebSocket',
  'AMQP',
  'MQTT',
  'Kafka',
  'SQL',
  'TLS',
  'SSH',
  'SFTP',
  'SMTP',
  'LDAP',
  'TCP',
  'UDP',
] as const;

/** The names of protocols that always encrypt, in lower case. */
const encryptingProtocols = new Set(['https', 'tls', 'ssh', 'sftp', 'wss', 'mtls', 'ipsec']);

export const isEncrypting = (protocol: string): boolean =>
  encryptingProtocols.has(protocol.toLowerCase());

/**
 * Returns a protocol of `usualProtocols` in its usual capitalization. Any other text is returned
 * unchanged.
 */
export const usualCase = (protocol: string): string =>
  usualProtocols.find((usual) => usual.toLowerCase() === protocol.toLowerCase()) ?? protocol;
