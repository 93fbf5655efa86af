import type { FileAnswer } from './answer.ts';

/** A document that a procedure made, with its type, and its name for who saves it. */
export const fileAnswer = async (file: unknown): Promise<FileAnswer> => {
  if (!(file instanceof File)) throw new TypeError('the procedure made no file');
  return {
    status: 200,
    headers: { 'content-type': file.type, 'content-disposition': disposition(file.name) },
    body: new Uint8Array(await file.arrayBuffer()),
  };
};

/** In ASCII for old clients, and in full (RFC 6266). */
const disposition = (name: string): string => {
  const plain = name.replaceAll(/[^\w .,()-]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
};
