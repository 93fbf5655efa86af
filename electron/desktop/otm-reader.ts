import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import { applyReversibly } from '#shared/canvas/apply.ts';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { unreadableCount } from '#shared/canvas/problems.ts';
import type { ImportPreview } from '#shared/desktop/contract.ts';
import { otmOfForeign, readModelFile } from '#shared/foreign/read-model-file.ts';
import { readTemplate } from '#shared/foreign/template/read-template.ts';
import { tidyUp } from '#shared/layout/tidy-up.ts';
import { speak, t } from '#shared/locales/texts.ts';
import { plainModel } from '#shared/merge/flat-model.ts';
import { mergeImport } from '#shared/merge/merge-import.ts';
import { choicesIn, resolveImport } from '#shared/merge/resolve-import.ts';
import type { OtmReading, ReadModel } from '#shared/otm/content.ts';
import { comparisonOf } from './compare-import.ts';
import {
  readerJob,
  type canvasesRead,
  type importCompared,
  type importMerged,
  type jsonIndented,
  type canvasTidied,
  type contentRead,
  type otmRead,
  type ReaderJob,
  type templateRead,
} from './reader-job.ts';

type Models = Extract<OtmReading, { ok: true }>['models'];
type Canvases = Extract<z.infer<typeof canvasesRead>, { ok: true }>['canvases'];
type Report = Extract<ImportPreview['result'], { ok: true }>['models'];
type Answer =
  | ImportPreview['result']
  | z.infer<typeof canvasesRead>
  | z.infer<typeof contentRead>
  | z.infer<typeof otmRead>
  | z.infer<typeof templateRead>;

const reportsOf = (models: Models): Report =>
  models.map((model) => ({
    title: model.content.title,
    report: model.report,
    unreadableCount: unreadableIn(model),
    leftOut: model.leftOut ?? [],
  }));

/**
 * Counts the elements of a model that are hard to read. Canvases without positions do not count, because
 * they get a layout in which all elements are readable.
 */
const unreadableIn = ({ content, unplaced }: ReadModel): number =>
  content.canvases
    .filter(({ id }) => !unplaced.includes(id))
    .reduce((sum, { data }) => sum + unreadableCount(data), 0);

const canvasesOf = (models: Models): Canvases =>
  models.flatMap(({ content, unstated }) =>
    content.canvases.map(({ id, title, data }) => ({
      title,
      document: data,
      unstated: unstated.get(id),
    })),
  );

type MergeAnswer = z.infer<typeof importCompared> | z.infer<typeof importMerged>;
type FileJob = Exclude<ReaderJob, { own: unknown } | { document: unknown } | { json: unknown }>;

const read = ({ bytes, name, wanted }: FileJob): Answer => {
  if (wanted === 'otm') return converted(bytes, name);
  if (wanted === 'template') return templateIn(bytes);
  const reading = readModelFile(bytes, name);
  if (!reading.ok) return { ok: false, ...reading.refusal };
  const { models } = reading;
  if (wanted === 'content') return contentOf(models);
  return wanted === 'report'
    ? { ok: true, models: reportsOf(models) }
    : { ok: true, canvases: canvasesOf(models) };
};

const contentOf = ([first]: Models): z.infer<typeof contentRead> =>
  first
    ? { ok: true, content: first.content }
    : { ok: false, place: '$', reason: t('imports:refused.empty-list') };

const templateIn = (bytes: Uint8Array): z.infer<typeof templateRead> => {
  const reading = readTemplate(bytes);
  return reading.ok ? reading : { ok: false, ...reading.refusal };
};

const converted = (bytes: Uint8Array, name: string): z.infer<typeof otmRead> => {
  const foreign = otmOfForeign(bytes, name);
  if (foreign === null) return { ok: true, otm: null };
  return foreign.ok ? { ok: true, otm: foreign.otm } : { ok: false, ...foreign.refusal };
};

const merged = (job: Extract<ReaderJob, { own: unknown }>): MergeAnswer => {
  const { bytes, name, own, base, chosen } = job;
  const reading = readModelFile(bytes, name);
  if (!reading.ok) return { ok: false, ...reading.refusal };
  const [model, ...others] = reading.models;
  if (!model || others.length > 0) {
    return { ok: false, place: '$', reason: t('imports:refused.several-models') };
  }
  const merge = mergeImport({ own, file: model.content, unstated: model.unstated, base });
  const sides = hashOf(job);
  if (!chosen) return { ok: true, comparison: comparisonOf(merge, { fileName: name, sides }) };
  const choices = new Map(Object.entries(chosen.choices));
  const isOutdated = chosen.sides !== sides || choicesIn(merge).some((key) => !choices.has(key));
  return {
    ok: true,
    isOutdated,
    change: resolveImport(merge, choices),
    nextBase: merge.nextBase,
  };
};

/** Leaves out what a merge ignores, such as times, because sync changes them by itself. */
const hashOf = ({ bytes, own, base }: Extract<ReaderJob, { own: unknown }>): string =>
  createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([plainModel(own), base]))
    .digest('base64url');

const tidied = (text: string): z.infer<typeof canvasTidied> => {
  const document = storedDocumentSchema.parse(JSON.parse(text));
  const operation = unreadableCount(document) === 0 ? [] : tidyUp(document);
  return { ok: true, operation, inverse: applyReversibly(document, operation).inverse };
};

const indented = (json: string): z.infer<typeof jsonIndented> => {
  try {
    const text = `${JSON.stringify(JSON.parse(json), null, 2)}\n`;
    return { ok: true, bytes: new TextEncoder().encode(text) };
  } catch {
    return { ok: true, bytes: null };
  }
};

const answerTo = (asked: ReaderJob): unknown => {
  if (asked.wanted === 'tidying') return tidied(asked.document);
  if (asked.wanted === 'indentation') return indented(asked.json);
  return 'own' in asked ? merged(asked) : read(asked);
};

/** The worker does one job, posts the result, and ends. */
const job = readerJob.parse(workerData);
await speak(job.language);
parentPort?.postMessage(answerTo(job));
