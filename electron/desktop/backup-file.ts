import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { importLimit } from '#shared/api/endpoint.ts';
import { codexEntry, codexKinds } from '#shared/codex/codex-entry.ts';

const header = z.object({
  format: z.literal('parapet-backup'),
  version: z.literal(1),
  createdAt: z.string().max(40),
});

/** A line after the header. The line of a collection comes before the lines of its models. */
const backupLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('collection'), title: z.string().max(1000) }),
  /** The text of an Open Threat Model document. */
  z.object({ type: z.literal('model'), otm: z.string().max(importLimit) }),
  z.object({ type: z.literal('codex'), kind: z.enum(codexKinds), entry: codexEntry }),
]);
export type BackupLine = z.infer<typeof backupLine>;

/**
 * The maximum length of a line in bytes. JSON escapes quotes and line breaks, so the line of a document
 * is longer than the document itself.
 */
const maxLineLength = 2 * importLimit;
const maxLines = 200_000;

/**
 * Writes a backup: a gzip file with one line of JSON for each collection, model, and codex entry. So
 * writing and reading hold only one line in memory at a time.
 */
export const writeBackup = async (
  path: string,
  lines: AsyncIterable<BackupLine>,
  signal: AbortSignal,
): Promise<void> => {
  const texts = async function* (): AsyncGenerator<string> {
    const createdAt = new Date().toISOString();
    yield `${JSON.stringify({ format: 'parapet-backup', version: 1, createdAt })}\n`;
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(texts, createGzip(), file, { signal });
};

/** Splits text into lines. Holds at most one line and one chunk in memory. */
const linesOf = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let size = 0;
  let count = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      count += 1;
      if (count > maxLines) throw new Error('It has too many lines.');
      yield Buffer.concat(parts).toString('utf8');
      [parts, size, from] = [[], 0, end + 1];
    }
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxLineLength) throw new Error('A line is too long.');
  }
  if (size > 0) throw new Error('The file is incomplete.');
};

/** Reads a backup line by line. Throws if the file is not a backup, is damaged, or exceeds a limit. */
export const readBackup = async function* (
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<{ createdAt: string } | BackupLine> {
  const file = createReadStream(path, signal ? { signal } : {});
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  let isFirst = true;
  try {
    for await (const text of linesOf(file.pipe(unpacked))) {
      signal?.throwIfAborted();
      const value: unknown = JSON.parse(text);
      yield isFirst ? { createdAt: header.parse(value).createdAt } : backupLine.parse(value);
      isFirst = false;
    }
  } finally {
    file.destroy();
    unpacked.destroy();
  }
  if (isFirst) throw new Error('The file is empty.');
};
