import { Lexer } from 'yaml';
import type { TextFormatName } from '#shared/exports/export-formats.ts';
import { isFields } from '#shared/otm/fields.ts';
import { limits } from '#shared/otm/limits.ts';
import { parseText } from '#shared/otm/syntax/parse-text.ts';

const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

/**
 * Returns the format of an Open Threat Model file. Only files in the dialect of the service have the key
 * `parentProjectId`.
 */
export const formatOf = (text: string): TextFormatName => {
  const parsed = parseText(text, limits);
  const [model] = parsed.ok ? [parsed.value].flat() : [];
  const isService = isFields(model) && Object.hasOwn(model, 'parentProjectId');
  if (isJson(text)) return isService ? 'otm-service' : 'otm';
  return isService ? 'otm-service-yaml' : 'otm-yaml';
};

export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** Returns `content`, which has line feeds, with the line ends of `text`. */
export const withLineEndsOf = (text: string, content: string): string =>
  text.includes('\r\n') ? content.replaceAll('\n', '\r\n') : content;

/** The token with which the lexer announces a scalar without quotes. */
const startOfScalar = '\u001f';

/** Tells if a text is YAML with comments. A `#` in a scalar begins no comment. */
export const hasComments = (text: string): boolean => {
  if (isJson(text)) return false;
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && previous !== startOfScalar) return true;
    previous = token;
  }
  return false;
};
