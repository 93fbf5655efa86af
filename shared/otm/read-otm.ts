import type { ModelContent, OtmReading, OtmReport } from './content.ts';
import { isFields, type Fields } from './fields.ts';
import { limits as usual, tooMany, type Limits } from './limits.ts';
import { noNotes, quoted, type Notes } from './notes.ts';
import { readDocument } from './reading/read-document.ts';
import { reportOf } from './reading/report.ts';
import { repairDocument } from './repair/document.ts';
import { decodeText } from './syntax/decode-text.ts';
import { parseText } from './syntax/parse-text.ts';
import { refused } from './syntax/parsed.ts';
import { plainValue } from './syntax/plain-value.ts';

/**
 * Reads a file that says it is OTM, in JSON or YAML and in any of the dialects of `docs/otm.md`.
 * Never throws: what cannot be read is refused with its place and the reason. Pure and synchronous,
 * up to seconds for the largest files, so callers run it in a worker that they can end.
 */
export const readOtm = (
  file: Uint8Array | string,
  options: { limits?: Partial<Limits> } = {},
): OtmReading => {
  const limits = { ...usual, ...options.limits };
  if (file.length > limits.bytes) {
    const reason = `The file is larger than ${Math.round(limits.bytes / 1024 / 1024)} MiB.`;
    return refused('$', reason);
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

type Found = { model: Fields; place: string };

const readModels = (models: Found[], syntax: Notes, limits: Limits): OtmReading => {
  const read: { content: ModelContent; report: OtmReport }[] = [];
  let expanded = 0;
  for (const { model, place } of models) {
    const notes = read.length === 0 ? syntax : noNotes();
    const repaired = repairDocument(model, notes);
    if (!repaired.ok) return refused(place, repaired.reason);
    const result = readDocument(repaired.document, notes, limits.nesting);
    expanded += result.expanded;
    if (expanded > limits.expanded) {
      const reason = 'Its threats grow too large, as each component gets its own.';
      return refused(place, reason);
    }
    read.push({ content: result.content, report: reportOf(result.content, result.counts, notes) });
  }
  return { ok: true, models: read };
};

/** A file is one model or, as threatcl writes it, a list of them. */
const modelsIn = (value: unknown): { ok: true; models: Found[] } | ReturnType<typeof refused> => {
  const models = Array.isArray(value)
    ? value.map((model: unknown, at) => ({ model, place: `$[${at}]` }))
    : [{ model: value, place: '$' }];
  if (models.length === 0) return refused('$', 'The file is an empty list.');
  const found: Found[] = [];
  for (const { model, place } of models) {
    if (!isFields(model))
      return refused(place, `An OTM document is an object, not ${kindOf(model)}.`);
    if (!isOtm(model)) return refused(place, whatElse(model));
    found.push({ model, place });
  }
  return { ok: true, models: found };
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `the ${typeof value} ${quoted(value)}`;
};

const lists = /^(?:representations|trustzones|components|dataflows|threats|mitigations|assets)$/;
const plainKeys = (model: Fields): string[] =>
  Object.keys(model).map((key) => key.toLowerCase().replaceAll(/[\s_-]/g, ''));

/** It says so, or it has a project and at least one of the lists. */
const isOtm = (model: Fields): boolean => {
  const keys = plainKeys(model);
  if (keys.includes('otmversion')) return true;
  return isFields(model['project']) && keys.some((key) => lists.test(key));
};

const otherTools: { keys: string[]; what: string }[] = [
  { keys: ['summary', 'detail'], what: 'a model of OWASP Threat Dragon; export it as OTM there' },
  { keys: ['bomformat'], what: 'a CycloneDX bill of materials' },
  { keys: ['spdxversion'], what: 'an SPDX bill of materials' },
  { keys: ['openapi'], what: 'an OpenAPI description' },
  { keys: ['swagger'], what: 'an OpenAPI description' },
  { keys: ['$schema', 'runs'], what: 'a SARIF report' },
  { keys: ['nodes', 'edges'], what: 'a diagram without a threat model around it' },
  { keys: ['elements', 'appstate'], what: 'an Excalidraw drawing' },
  { keys: ['awstemplateformatversion'], what: 'a CloudFormation template' },
  { keys: ['$schema', 'properties'], what: 'a JSON Schema' },
];

const whatElse = (model: Fields): string => {
  const keys = plainKeys(model);
  const tool = otherTools.find((other) => other.keys.every((key) => keys.includes(key)));
  const missing = 'it has no "otmVersion", and no "project" with components or threats';
  return `This is not OTM: ${missing}.${tool ? ` It looks like ${tool.what}.` : ''}`;
};
