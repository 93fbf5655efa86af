import { t } from '../locales/texts.ts';
import { fieldsOf, type Fields } from '../otm/fields.ts';
import { limits } from '../otm/limits.ts';
import { decodeText } from '../otm/syntax/decode-text.ts';
import { parseText } from '../otm/syntax/parse-text.ts';
import { refused } from '../otm/syntax/parsed.ts';
import { plainValue } from '../otm/syntax/plain-value.ts';
import { isCsv, readCsv } from './csv.ts';
import { readDrawIo } from './draw-io/draw-io.ts';
import { foreignKeys, type ForeignFormat } from './foreign-formats.ts';
import type { ForeignModel, ForeignReading } from './foreign-model.ts';
import { isMermaid, readMermaid } from './mermaid/mermaid.ts';
import { isThreatDragon, readThreatDragon } from './threat-dragon/threat-dragon.ts';
import { isTmBom, readTmBom } from './tm-bom.ts';
import { readTm7 } from './tm7/tm7.ts';
import { isVisio, readVisioPackage } from './visio/package.ts';
import { readVisio } from './visio/visio.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * The result of a parser, and the recognized format. The format is set even if the file cannot be
 * read.
 */
type FormatReading = ForeignReading & { format: ForeignFormat };

/**
 * Reads a file of another tool. Returns null for an OTM file and for a file of no known format. The
 * content decides the format, because several formats share a suffix. A model without a title gets the
 * name of the file.
 */
export const readForeign = (file: Uint8Array | string, name: string): FormatReading | null => {
  if (file.length > limits.bytes) return null;
  const title = name.replace(/\.\w{1,8}$/, '');
  if (typeof file !== 'string' && isVisio(file)) {
    return { format: 'visio', ...readVisioFile(file, title) };
  }
  const decoded = typeof file === 'string' ? { ok: true as const, text: file } : decodeText(file);
  if (!decoded.ok) return null;
  const text = decoded.text.replace(/^\uFEFF/, '');
  const start = /^\s*(.)/.exec(text.slice(0, 10_000))?.[1];
  // A Markdown file may begin with HTML.
  const xml = start === '<' ? readXml(text, title) : null;
  if (xml) return xml;
  // A Markdown file may also begin with a tag of a template, such as `{% include %}`.
  if (start === '{' && !/^\s*\{[{%]/.test(text)) return readJson(text, title);
  if (isCsv(text)) return { format: 'csv', ...readCsv(text, title) };
  return isMermaid(text) ? { format: 'mermaid', ...readMermaid(text, title) } : null;
};

const readVisioFile = (file: Uint8Array, title: string): ForeignReading => {
  const read = readVisioPackage(file);
  return read.ok ? { ok: true, model: { ...readVisio(read.parts), title } } : read;
};

type JsonFormat = {
  format: ForeignFormat;
  isOne: (document: Fields) => boolean;
  read: (document: Fields) => ForeignModel;
};

const jsonFormats: readonly JsonFormat[] = [
  { format: 'threat-dragon', isOne: isThreatDragon, read: readThreatDragon },
  { format: 'tm-bom', isOne: isTmBom, read: readTmBom },
];

const readJson = (text: string, title: string): FormatReading | null => {
  // Most JSON files are OTM files. This check prevents them from being parsed twice.
  if (!foreignKeys.some((key) => text.includes(key))) return null;
  const parsed = plainValue(parseText(text, limits), limits.nesting);
  if (!parsed.ok) return null;
  const document = fieldsOf(parsed.value);
  const found = jsonFormats.find(({ isOne }) => isOne(document));
  if (!found) return null;
  const model = found.read(document);
  return { format: found.format, ok: true, model: { ...model, title: model.title || title } };
};

const beforeRoot = /\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/y;
const rootTag = /<(?:[\w.-]+:)?([\w.-]+)/y;

/**
 * Returns the name of the root element. Declarations and comments before it are skipped one at a time.
 * One regular expression for all of them would be slow, because it would try every way to divide the
 * text into comments.
 */
const rootNameOf = (text: string): string => {
  let at = 0;
  while (beforeRoot.test(text)) at = beforeRoot.lastIndex;
  rootTag.lastIndex = at;
  return rootTag.exec(text)?.[1] ?? '';
};

type XmlFormat = { format: ForeignFormat; read: (root: XmlElement) => ForeignModel };
const drawIo: XmlFormat = { format: 'drawio', read: readDrawIo };

const xmlFormats: ReadonlyMap<string, XmlFormat> = new Map([
  ['ThreatModel', { format: 'tm7', read: readTm7 }],
  ['mxfile', drawIo],
  ['mxGraphModel', drawIo],
]);

const readXml = (text: string, title: string): FormatReading | null => {
  const head = text.slice(0, 100_000);
  const name = rootNameOf(head);
  const found = xmlFormats.get(name);
  const format = found?.format ?? 'tm7';
  if (/<!DOCTYPE[^[<>]*\[/i.test(head)) {
    return { format, ...refused('$', t('imports:refused.doctype')) };
  }
  if (name === 'KnowledgeBase') {
    const reason = t('imports:refused.tm7-template');
    return { format, ok: false, refusal: { place: '$', reason, isTemplate: true } };
  }
  if (!found) return null;
  const parsed = parseXml(text);
  if (!parsed.ok) return { format, ...parsed };
  const model = found.read(parsed.root);
  return { format, ok: true, model: { ...model, title: model.title || title } };
};
