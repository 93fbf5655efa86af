import type { FileAnswer } from './answer.ts';

/** Returns a generated document with its type and a file name for saving. */
export const fileAnswer = async (file: unknown): Promise<FileAnswer> => {
  if (!(file instanceof File)) throw new TypeError('the procedure made no file');
  return {
    status: 200,
    headers: { 'content-type': file.type, 'content-disposition': disposition(file.name) },
    body: new Uint8Array(await file.arrayBuffer()),
  };
};

/**
 * Returns `Content-Disposition` with the file name in ASCII for old clients, and with its full name (RFC
 * 6266).
 */
const disposition = (name: string): string => {
  const plain = name.replaceAll(/[^\w .,()-]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
};
