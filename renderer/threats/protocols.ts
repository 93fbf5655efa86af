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

/** Protocols that always encrypt, in lower case. */
const encryptingProtocols = new Set(['https', 'tls', 'ssh', 'sftp', 'wss', 'mtls', 'ipsec']);

export const isEncrypting = (protocol: string): boolean =>
  encryptingProtocols.has(protocol.toLowerCase());

/** Returns a usual protocol in its usual case, and any other text unchanged. */
export const usualCase = (protocol: string): string =>
  usualProtocols.find((usual) => usual.toLowerCase() === protocol.toLowerCase()) ?? protocol;
