import { t } from '../../locales/texts.ts';
import type { OtmRefusal } from '../content.ts';
import { lineAndColumn } from './line-and-column.ts';
import { refused } from './parsed.ts';

/**
 * The class is declared here, because `shared` includes neither the types of the DOM nor those of Node.
 * It exists in Node, browsers, and workers.
 */
declare const TextDecoder: new (
  label: string,
  options?: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string };

type Decoded = { ok: true; text: string } | { ok: false; refusal: OtmRefusal };

const signatures = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], format: 'zip' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], format: 'empty-zip' },
  { bytes: [0x1f, 0x8b], format: 'gzip' },
  { bytes: [0x25, 0x50, 0x44, 0x46], format: 'pdf' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], format: 'png' },
  { bytes: [0xff, 0xd8, 0xff], format: 'jpeg' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], format: 'sqlite' },
] as const;

const encodings: { bom: number[]; label: string }[] = [
  { bom: [0xff, 0xfe], label: 'utf-16le' },
  { bom: [0xfe, 0xff], label: 'utf-16be' },
];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Recognizes binary files by their first bytes.
 */
export const decodeText = (bytes: Uint8Array): Decoded => {
  const signature = signatures.find((candidate) => startsWith(bytes, candidate.bytes));
  if (signature) {
    const reason = t('imports:refused.binary', { what: t(`imports:format.${signature.format}`) });
    return refused('byte 0', reason);
  }
  const label = encodings.find((encoding) => startsWith(bytes, encoding.bom))?.label ?? 'utf-8';
  try {
    return { ok: true, text: new TextDecoder(label, { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder(label).decode(bytes);
    const location = lineAndColumn(text, Math.max(0, text.indexOf('\uFFFD')));
    return refused(location, t('imports:refused.no-text', { encoding: label }));
  }
};
