import { constants, open } from 'node:fs/promises';

/**
 * The flag that opens a named pipe without waiting for a writer. Windows has neither the flag nor such
 * pipes.
 */
const withoutWaiting = constants.O_NONBLOCK ?? 0;

/**
 * Reads a regular file, and throws for any other file. A device such as `/dev/zero` never ends, and
 * reading a named pipe without a writer would block.
 */
export const readRegularFile = async (
  path: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const file = await open(path, constants.O_RDONLY | withoutWaiting);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('It is not a regular file');
    if (stats.size > maxBytes) throw new Error(`The file is larger than ${maxBytes} bytes.`);
    const bytes = new Uint8Array(stats.size);
    let read = 0;
    // The loop ends at the size that the file had when it was opened, even if the file grows.
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  } finally {
    await file.close();
  }
};
