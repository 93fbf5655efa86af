import type { OtmNote } from '../content.ts';
import type { Limits } from '../limits.ts';
import { quoted } from '../notes.ts';
import { parseYaml } from './parse-yaml.ts';
import { refused, type Parsed } from './parsed.ts';
import { placeIn } from './place.ts';
import { scanJson } from './scan-json.ts';

/** The ending of a file says nothing: what starts like JSON is tried as JSON, the rest is YAML. */
export const parseText = (text: string, limits: Limits): Parsed => {
  const start = text.trimStart().slice(0, 200);
  if (start === '') return refused('line 1, column 1', 'The file is empty.');
  if (start.startsWith('<')) {
    const reason = 'This is XML or HTML, not an OTM document in JSON or YAML.';
    return refused(placeIn(text, text.indexOf('<')), reason);
  }
  return /^[[{]/.test(start) ? parseJson(text, limits) : parseYaml(text, limits);
};

const mostFlowStyle = 1024 * 1024;

const parseJson = (text: string, limits: Limits): Parsed => {
  const scan = scanJson(text);
  if (scan.depth > limits.nesting) {
    return refused('$', `Nested deeper than ${limits.nesting} levels.`);
  }
  if (scan.error === undefined) {
    return { ok: true, value: JSON.parse(text), notes: scan.duplicates.map(noteIn(text)) };
  }
  // YAML in its flow style starts like JSON as well, but nobody writes megabytes of that.
  const yaml = text.length < mostFlowStyle ? parseYaml(text, limits) : undefined;
  if (yaml?.ok) return yaml;
  const found = scan.error < text.length ? quoted(text[scan.error]) : 'the end of the file';
  return refused(placeIn(text, scan.error), `Not valid JSON: ${found} cannot stand here.`);
};

const noteIn =
  (text: string) =>
  ({ key, offset }: { key: string; offset: number }): OtmNote => ({
    place: placeIn(text, offset),
    message: `the key ${quoted(key)} is there twice: the later one counts`,
  });
