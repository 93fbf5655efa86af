import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Opens a TCP port and a UDP port on this machine, and records every connection to these ports. */
export const startListeners = async () => {
  const connections: string[] = [];
  const server = createServer((socket) => {
    connections.push('tcp');
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = createSocket('udp4');
  socket.on('message', () => connections.push('udp'));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const address: AddressInfo | string | null = server.address();
  const tcp = typeof address === 'object' && address ? address.port : 0;
  return {
    ports: { tcp, udp: socket.address().port },
    connections: (): string[] => connections,
    close: async (): Promise<void> => {
      socket.close();
      server.close();
      await once(server, 'close');
    },
  };
};
