import { t } from '../locales/texts.ts';
import type { OtmReading, OtmRefusal, ReadModel, Unstated } from '../otm/content.ts';
import { isFields, type Fields } from '../otm/fields.ts';
import { limits } from '../otm/limits.ts';
import { readOtm } from '../otm/read-otm.ts';
import { refused } from '../otm/syntax/parsed.ts';
import { writeOtm } from '../otm/write-otm.ts';
import { contentOf, hasNothing, type ForeignContent } from './content-of.ts';
import type { ForeignModel } from './foreign-model.ts';
import { readForeign } from './read-foreign.ts';

/** A file of another tool, converted to OTM, or the reason why it cannot be read. */
type Converted = { format: string } & (
  | { ok: true; otm: string; model: ForeignModel; foreign: ForeignContent }
  | { ok: false; refusal: OtmRefusal }
);

/**
 * Reads a file with threat models: an OTM file, or a file of another tool, which is first converted to
 * OTM. `name` is used only for a missing title. If `only` is given, a file of any other format is
 * refused. The call is synchronous and slow for the largest files, so make it in a worker that can be
 * terminated.
 */
export const readModelFile = (
  file: Uint8Array | string,
  name: string,
  only?: string,
): OtmReading => {
  const converted = otmOfForeign(file, name);
  const format = converted?.format ?? 'otm';
  if (only !== undefined && only !== format) {
    return refused('$', t('imports:refused.other-format', { format }));
  }
  if (converted === null) return readOtm(file);
  if (!converted.ok) return converted;
  const reading = readOtm(converted.otm);
  return reading.ok ? withNotes(reading, converted) : reading;
};

/**
 * Converts a file of another tool to OTM. Returns null for an OTM file and for a file of no known
 * format.
 */
export const otmOfForeign = (file: Uint8Array | string, name: string): Converted | null => {
  const read = readForeign(file, name);
  if (!read?.ok) return read;
  const { format, model } = read;
  const found = model.canvases.reduce(
    (sum, { elements, flows }) => sum + 1 + elements.length + flows.length,
    0,
  );
  if (found > limits.elements) {
    const reason = t('imports:refused.elements', { count: found, limit: limits.elements });
    return { format, ...refused('$', reason) };
  }
  if (hasNothing(model)) {
    const isUnreadable = model.canvases.length === 0 && model.notes.leftOut.length > 0;
    const reason = isUnreadable ? 'imports:refused.no-pages' : 'imports:refused.nothing-drawn';
    return { format, ...refused('$', t(reason)) };
  }
  const foreign = contentOf(model);
  return { format, ok: true, otm: textOf(foreign), model, foreign };
};

/**
 * Puts the counts of the original file, and the notes that were made while reading it, into the
 * report.
 */
const withNotes = (
  reading: Extract<OtmReading, { ok: true }>,
  { model: { notes }, foreign: { counts, unplaced } }: Extract<Converted, { ok: true }>,
): OtmReading => ({
  ...reading,
  models: reading.models.map((model) => ({
    ...model,
    unstated: withoutPositions(model, unplaced),
    report: {
      counts,
      repairs: [...notes.repairs, ...model.report.repairs],
      keptAside: model.report.keptAside,
    },
    leftOut: notes.leftOut,
  })),
});

/**
 * Marks the positions and sizes of all nodes on `unplaced` canvases as not stated by the file. The
 * converted OTM text states some of them, such as those of the notes at loose ends of flows.
 */
const withoutPositions = (
  { content, unstated }: ReadModel,
  unplaced: readonly string[],
): ReadModel['unstated'] => {
  const all = content.canvases
    .filter(({ id }) => unplaced.includes(id))
    .map(({ id, data }): [string, Unstated] => {
      const ids = new Set(data.nodes.map((node) => node.id));
      return [id, { positions: ids, sizes: ids }];
    });
  return new Map([...unstated, ...all]);
};

/**
 * Writes the content as OTM. Positions on `unplaced` canvases are left out, so that the import of the
 * OTM text lays out these canvases.
 */
const textOf = ({ content, unplaced }: ForeignContent): string => {
  const document = writeOtm(content, { dialect: 'service' });
  const names = new Set<unknown>(unplaced);
  const isUnplaced = (value: unknown): value is Fields =>
    isFields(value) && names.has(value['representation']);
  return JSON.stringify(document, (_key, value: unknown) => {
    if (!isUnplaced(value)) return value;
    const { position: _relative, positionAbsolute: _absolute, ...rest } = value;
    return rest;
  });
};
