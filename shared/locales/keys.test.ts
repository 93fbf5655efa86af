import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { english } from './texts.ts';

type Texts = { readonly [key: string]: string | Texts };

/** Groups whose keys are values in the code, such as element kinds and error codes. */
const valueGroups = new Set([
  'app.keys',
  'arrange.setting',
  'canvas.compare.field',
  'canvas.kind',
  'canvas.menu.add',
  'canvas.new',
  'canvas.place',
  'elements.said',
  'errors',
  'exports.report',
  'finding.problems.fix',
  'finding.problems.kind',
  'people.add.reason',
  'people.done',
  'people.role',
  'people.role-means',
  'rules.has',
  'rules.trust',
  'security.property',
  'settings.problem',
  'settings.updates.problem',
  'sync.conflict',
  'sync.conflicts.type',
  'sync.hold',
  'sync.kind',
  'sync.kinds',
  'sync.rejected.problem',
  'threats.status',
  'versions.reason',
]);

const isKebab = (key: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*(_one|_other)?$/.test(key);

const entries = (texts: Texts, group = ''): { path: string; group: string; text?: string }[] =>
  Object.entries(texts).flatMap(([key, value]) => {
    const path = group === '' ? key : `${group}.${key}`;
    return typeof value === 'string'
      ? [{ path, group, text: value }]
      : [{ path, group }, ...entries(value, path)];
  });

const all = entries(english);
const pathsWhere = (isWrong: (text: string) => boolean): string[] =>
  all.filter(({ text }) => text !== undefined && isWrong(text)).map(({ path }) => path);

test('keys are in kebab-case, except those that are values of the code', () => {
  const odd = all.filter(({ path }) => !isKebab(path.slice(path.lastIndexOf('.') + 1)));
  expect(odd.filter(({ group }) => !valueGroups.has(group)).map(({ path }) => path)).toEqual([]);
});

/** Removes the white space between keys, texts, and brackets. */
const compact = (json: string): string => json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

const folder = join(import.meta.dirname, 'en');
test.each(readdirSync(folder))('%s has no duplicate key', (name) => {
  const json = readFileSync(join(folder, name), 'utf8');
  const parsed: unknown = JSON.parse(json);
  expect(JSON.stringify(parsed)).toBe(compact(json));
});

test('every plural has both forms', () => {
  const stems = (ending: string): string[] =>
    all
      .filter(({ path }) => path.endsWith(ending))
      .map(({ path }) => path.slice(0, -ending.length))
      .toSorted();
  expect(stems('_one')).toEqual(stems('_other'));
});

test('apostrophes and quotes are typographic', () => {
  expect(pathsWhere((text) => /['"]/.test(text))).toEqual([]);
});

test('spelling is American, and negations are contracted', () => {
  const british = /colour|centre|grey|cancell(ed|ing)|organis|recognis|synchronis/i;
  const long = /\b(cannot|could not|do not|does not|is not|was not)\b/i;
  expect(pathsWhere((text) => british.test(text) || long.test(text))).toEqual([]);
});

test('there is no space before a percent sign', () => {
  expect(pathsWhere((text) => / %/.test(text))).toEqual([]);
});
