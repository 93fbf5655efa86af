import { foreignKeys } from '#shared/foreign/foreign-formats.ts';

const whitespace = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const openings = new Set(['{', '['].map((character) => character.charCodeAt(0)));

/**
 * Returns the body of a request that imports an Open Threat Model file. The first character decides the
 * content type, because a name such as `shop.otm` can stand for JSON or YAML.
 */
export const otmFile = (bytes: Uint8Array<ArrayBuffer>, name: string): File => {
  const first = bytes.find((byte) => !whitespace.has(byte));
  const isJson = first !== undefined && openings.has(first);
  return new File([bytes], name, { type: isJson ? 'application/json' : 'application/yaml' });
};

/**
 * Returns true for most files of Open Threat Model in JSON, and never for a file of another tool. This
 * check takes much less time than reading the file.
 */
export const isSurelyOtm = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): boolean => {
  const bytes = Buffer.from(buffer, byteOffset, length);
  return bytes[0] === '{'.charCodeAt(0) && !foreignKeys.some((key) => bytes.includes(key));
};
