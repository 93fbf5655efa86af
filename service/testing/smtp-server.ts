import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type ReceivedMail = { from: string; to: string; headers: string; text: string };

export type SmtpServer = {
  url: string;
  /** The accepted mails. */
  mails: ReceivedMail[];
  /** Recipients whose mails are rejected. */
  refused: Set<string>;
  stop: () => Promise<void>;
};

/** Starts a server with the part of RFC 5321 that is needed to receive mail. */
export const startSmtpServer = async (): Promise<SmtpServer> => {
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    converse(socket, { mails, refused });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${portOf(server.address())}`,
    mails,
    refused,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};

const converse = (socket: Socket, { mails, refused }: Pick<SmtpServer, 'mails' | 'refused'>) => {
  let from = '';
  let to = '';
  let data: string[] | undefined;
  const answer = (text: string) => socket.write(`${text}\r\n`);
  const address = (line: string) => /<(.*)>/.exec(line)?.[1] ?? '';
  const commands: Record<string, (line: string) => unknown> = {
    EHLO: () => answer('250 test'),
    MAIL: (line) => {
      from = address(line);
      answer('250 taken');
    },
    RCPT: (line) => {
      to = address(line);
      answer(refused.has(to) ? '550 there is no such mailbox' : '250 taken');
    },
    DATA: () => {
      data = [];
      answer('354 go on');
    },
    QUIT: () => socket.end('221 bye\r\n'),
  };
  createInterface({ input: socket }).on('line', (line) => {
    if (!data) {
      (commands[line.slice(0, 4).toUpperCase()] ?? (() => answer('502 not known')))(line);
    } else if (line === '.') {
      mails.push({ from, to, ...parsed(data) });
      data = undefined;
      answer('250 taken');
    } else {
      data.push(line);
    }
  });
  answer('220 test');
};

const parsed = (lines: string[]): Pick<ReceivedMail, 'headers' | 'text'> => {
  const end = lines.indexOf('');
  const headers = lines.slice(0, end).join('\n');
  const text = lines.slice(end + 1).join('\n');
  return { headers, text: headers.includes('quoted-printable') ? unquoted(text) : text };
};

const unquoted = (text: string): string =>
  decodeURIComponent(
    text
      .replaceAll('=\n', '')
      .replaceAll('%', '%25')
      .replaceAll(/=([\dA-F]{2})/g, '%$1'),
  );
