import type { OtmRefusal } from '../content.ts';
import { placeIn } from './place.ts';

/** In Node, browsers and workers alike; the type comes from DOM and Node, which `shared` has not. */
declare const TextDecoder: new (
  label: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string };

type Decoded = { ok: true; text: string } | { ok: false; refusal: OtmRefusal };

const signatures: { bytes: number[]; what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a zip archive' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], what: 'an empty zip archive' },
  { bytes: [0x1f, 0x8b], what: 'a gzip archive' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG image' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'an SQLite database' },
];

const encodings: { bom: number[]; label: string }[] = [
  { bom: [0xff, 0xfe], label: 'utf-16le' },
  { bom: [0xfe, 0xff], label: 'utf-16be' },
];

const startsWith = (bytes: Uint8Array, start: number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** UTF-8, or UTF-16 with a byte order mark. Binary files are told by their first bytes. */
export const decodeText = (bytes: Uint8Array): Decoded => {
  const signature = signatures.find((candidate) => startsWith(bytes, candidate.bytes));
  if (signature) {
    const reason = `This is ${signature.what}, not an OTM document in JSON or YAML.`;
    return { ok: false, refusal: { place: 'byte 0', reason } };
  }
  const label = encodings.find((encoding) => startsWith(bytes, encoding.bom))?.label ?? 'utf-8';
  try {
    return { ok: true, text: new TextDecoder(label, { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder(label).decode(bytes);
    const place = placeIn(text, Math.max(0, text.indexOf('\uFFFD')));
    return { ok: false, refusal: { place, reason: `The file is not valid ${label} text.` } };
  }
};
