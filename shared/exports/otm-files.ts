import { stringify, type ScalarTag } from 'yaml';
import type { ModelContent } from '../otm/content.ts';
import { stringifyOtm, writeOtm } from '../otm/write-otm.ts';

/**
 * The characters that YAML forbids, and those that readers of YAML 1.1 take for line breaks. Most YAML
 * libraries for Python and Java are such readers.
 */
const special = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The texts that readers of YAML 1.1 take for a boolean, a keyword, a number, or a time. */
const misread = [
  /^(?:yes|no|on|off|=|<<)$/i,
  /^[-+]?(?:0b[01_]+|0x[\da-f_]+|[\d.][\d_.:]*(?:e[-+]?\d+)?)$/i,
  /^\d{4}-\d\d?-\d\d?(?:[t \t].*)?$/i,
];

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Tells if a text needs quotes. Some readers refuse a tab without quotes. */
const needsQuotes = (text: string): boolean =>
  text.search(special) >= 0 ||
  misread.some((pattern) => pattern.test(text)) ||
  (text.includes('\t') && !text.includes('\n'));

/** Quotes the texts that some readers could not read otherwise. */
const quotedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && needsQuotes(value),
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replaceAll(special, escaped),
};

const yaml = (document: unknown): string =>
  stringify(document, { customTags: (tags) => [quotedText, ...tags] });

export const strictOtm = (model: ModelContent): string =>
  stringifyOtm(writeOtm(model, { dialect: 'strict' }));

export const serviceOtm = (model: ModelContent): string =>
  stringifyOtm(writeOtm(model, { dialect: 'service' }));

export const strictYaml = (model: ModelContent): string =>
  yaml(writeOtm(model, { dialect: 'strict' }));

export const serviceYaml = (model: ModelContent): string =>
  yaml(writeOtm(model, { dialect: 'service' }));
