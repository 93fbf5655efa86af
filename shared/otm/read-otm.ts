import { bendsOf } from '../canvas/flow-course.ts';
import { t } from '../locales/texts.ts';
import type { ModelContent, OtmReading, ReadModel } from './content.ts';
import { isFields, type Fields } from './fields.ts';
import { limits as usual, tooMany, type Limits } from './limits.ts';
import { noNotes, type Notes } from './notes.ts';
import { readDocument } from './reading/read-document.ts';
import { reportOf } from './reading/report.ts';
import { repairDocument } from './repair/document.ts';
import { decodeText } from './syntax/decode-text.ts';
import { parseText } from './syntax/parse-text.ts';
import { refused } from './syntax/parsed.ts';
import { plainValue } from './syntax/plain-value.ts';

/**
 * Reads a file that claims to be OTM, in JSON or YAML and in any dialect of `docs/otm.md`. Never throws:
 * an unreadable file is rejected with the path and the reason. The largest files take seconds, so call
 * this function in a worker that can be ended.
 */
export const readOtm = (
  file: Uint8Array | string,
  options: { limits?: Partial<Limits> } = {},
): OtmReading => {
  const limits = { ...usual, ...options.limits };
  if (file.length > limits.bytes) {
    const limit = Math.round(limits.bytes / 1024 / 1024);
    return refused('$', t('imports:refused.size', { limit }));
  }
  const decoded = typeof file === 'string' ? { ok: true as const, text: file } : decodeText(file);
  if (!decoded.ok) return decoded;
  const parsed = plainValue(parseText(decoded.text.replace(/^\uFEFF/, ''), limits), limits.nesting);
  if (!parsed.ok) return parsed;
  const models = modelsIn(parsed.value);
  if (!models.ok) return models;
  const excess = tooMany(
    models.models.map(({ model }) => model),
    limits.elements,
  );
  if (excess) return { ok: false, refusal: excess };
  return readModels(models.models, { repairs: parsed.notes, keptAside: [] }, limits);
};

type Found = { model: Fields; path: string };

const readModels = (models: Found[], syntax: Notes, limits: Limits): OtmReading => {
  const read: ReadModel[] = [];
  let expanded = 0;
  let bends = 0;
  for (const { model, path } of models) {
    const notes = read.length === 0 ? syntax : noNotes();
    const repaired = repairDocument(model, notes);
    if (!repaired.ok) return refused(path, repaired.reason);
    const result = readDocument(repaired.document, notes, limits.nesting);
    expanded += result.expanded;
    if (expanded > limits.expanded) {
      return refused(path, t('imports:refused.expanded'));
    }
    bends += bendsIn(result.content);
    if (bends > limits.bends) {
      return refused(path, t('imports:refused.bends', { limit: limits.bends }));
    }
    const { content, unplaced, unstated } = result;
    read.push({ content, unplaced, unstated, report: reportOf(content, result.counts, notes) });
  }
  return { ok: true, models: read };
};

const bendsIn = ({ canvases }: ModelContent): number =>
  canvases.reduce(
    (sum, { data }) => data.edges.reduce((more, flow) => more + bendsOf(flow).length, sum),
    0,
  );

/** Returns the models of a file. A file has one model or, if threatcl wrote it, a list of models. */
const modelsIn = (value: unknown): { ok: true; models: Found[] } | ReturnType<typeof refused> => {
  const models = Array.isArray(value)
    ? value.map((model: unknown, at) => ({ model, path: `$[${at}]` }))
    : [{ model: value, path: '$' }];
  if (models.length === 0) return refused('$', t('imports:refused.empty-list'));
  const found: Found[] = [];
  for (const { model, path } of models) {
    if (!isFields(model)) {
      return refused(path, t('imports:refused.no-object', { found: kindOf(model) }));
    }
    if (!isOtm(model)) return refused(path, whatElse(model));
    found.push({ model, path });
  }
  return { ok: true, models: found };
};

/**
 * Returns the type of a value for a message, but not the value. A file that is not a model may contain
 * private data, and others may see the message.
 */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return t('imports:format.list');
  return typeof value === 'string' ? t('imports:format.text') : typeof value;
};

const lists = /^(?:representations|trustzones|components|dataflows|threats|mitigations|assets)$/;
const plainKeys = (model: Fields): string[] =>
  Object.keys(model).map((key) => key.toLowerCase().replaceAll(/[\s_-]/g, ''));

/** Tells if an object is a model: it has an OTM version, or a project and at least one of the lists. */
const isOtm = (model: Fields): boolean => {
  const keys = plainKeys(model);
  if (keys.includes('otmversion')) return true;
  return isFields(model['project']) && keys.some((key) => lists.test(key));
};

const otherTools = [
  { keys: ['summary', 'detail'], format: 'threat-dragon' },
  { keys: ['bomformat'], format: 'cyclone-dx' },
  { keys: ['spdxversion'], format: 'spdx' },
  { keys: ['openapi'], format: 'open-api' },
  { keys: ['swagger'], format: 'open-api' },
  { keys: ['$schema', 'runs'], format: 'sarif' },
  { keys: ['nodes', 'edges'], format: 'diagram' },
  { keys: ['elements', 'appstate'], format: 'excalidraw' },
  { keys: ['awstemplateformatversion'], format: 'cloud-formation' },
  { keys: ['$schema', 'properties'], format: 'json-schema' },
] as const;

const whatElse = (model: Fields): string => {
  const keys = plainKeys(model);
  const tool = otherTools.find((other) => other.keys.every((key) => keys.includes(key)));
  return tool
    ? t('imports:refused.looks-like', { what: t(`imports:format.${tool.format}`) })
    : t('imports:refused.no-otm');
};
