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

/** A file of another tool as OTM, or the reason why it cannot be read. */
type Converted = { format: string } & (
  | { ok: true; otm: string; model: ForeignModel; foreign: ForeignContent }
  | { ok: false; refusal: OtmRefusal }
);

/**
 * Reads a file with threat models: Open Threat Model, or a format of another tool, which is
 * converted to OTM first. The content decides which format it is. The file's name is used only for
 * a title. Pure and synchronous, and slow for the largest files, so call it in a worker that can be
 * ended. If `only` is given, a file of another format is refused.
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

/** Converts a file of another tool to OTM. Returns null for a file of no other tool. */
export const otmOfForeign = (file: Uint8Array | string, name: string): Converted | null => {
  const read = readForeign(file, name);
  if (!read?.ok) return read;
  const { format, model } = read;
  const found = model.canvases.reduce(
    (sum, { elements, flows }) => sum + elements.length + flows.length,
    0,
  );
  if (found > limits.elements) {
    const reason = t('imports:refused.elements', { count: found, limit: limits.elements });
    return { format, ...refused('$', reason) };
  }
  if (hasNothing(model)) {
    return { format, ...refused('$', t('imports:refused.nothing-drawn')) };
  }
  const foreign = contentOf(model);
  return { format, ok: true, otm: textOf(foreign), model, foreign };
};

/** Adds to the report the counts of the other tool's file, and everything noted while reading it. */
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
 * Marks all nodes of unplaced canvases as positioned by us. Our OTM has positions for some, such as the
 * notes at loose ends of flows, but the file has none.
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
 * Writes OTM. Leaves out the positions on canvases without positions in the file, so that the import of OTM
 * lays these canvases out.
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
