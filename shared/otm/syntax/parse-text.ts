import { t } from '../../locales/texts.ts';
import type { OtmNote } from '../content.ts';
import type { Limits } from '../limits.ts';
import { quoted } from '../notes.ts';
import { lineAndColumn, linesAndColumns } from './line-and-column.ts';
import { parseYaml } from './parse-yaml.ts';
import { refused, type Parsed } from './parsed.ts';
import { scanJson } from './scan-json.ts';

/**
 * Parses a text as JSON or YAML, whatever the file extension is. Text that starts like JSON is parsed as
 * JSON first, and any other text as YAML.
 */
export const parseText = (text: string, limits: Limits): Parsed => {
  const start = text.trimStart().slice(0, 200);
  if (start === '') return refused('line 1, column 1', t('imports:refused.empty'));
  if (start.startsWith('<')) {
    return refused(lineAndColumn(text, text.indexOf('<')), t('imports:refused.xml'));
  }
  return /^[[{]/.test(start) ? parseJson(text, limits) : parseYaml(text, limits);
};

const maxFlowStyleLength = 1024 * 1024;

const parseJson = (text: string, limits: Limits): Parsed => {
  const scan = scanJson(text, { values: limits.json.values, duplicates: limits.duplicates });
  if (scan.depth > limits.nesting) {
    return refused('$', t('imports:refused.nesting', { limit: limits.nesting }));
  }
  if (scan.values > limits.json.values) {
    return refused('$', t('imports:refused.values', { limit: limits.json.values }));
  }
  if (scan.error === undefined) {
    const notes = duplicateNotes(text, scan.duplicates);
    return { ok: true, value: JSON.parse(text), notes, isTree: true };
  }
  // YAML in flow style starts like JSON too. Nobody writes megabytes of it, so only short texts are
  // tried.
  const yaml = text.length < maxFlowStyleLength ? parseYaml(text, limits) : undefined;
  if (yaml?.ok) return yaml;
  const reason =
    scan.error < text.length
      ? t('imports:refused.json', { found: quoted(text[scan.error]) })
      : t('imports:refused.end');
  return refused(lineAndColumn(text, scan.error), reason);
};

type Duplicate = { key: string; offset: number };

const duplicateNotes = (text: string, duplicates: readonly Duplicate[]): OtmNote[] => {
  const locationOf = linesAndColumns(text);
  return duplicates.map(({ key, offset }) => ({
    place: locationOf(offset),
    message: t('imports:duplicate-key', { key: quoted(key) }),
  }));
};
