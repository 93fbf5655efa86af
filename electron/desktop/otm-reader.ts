import { parentPort, workerData } from 'node:worker_threads';
import type { z } from 'zod';
import type { ImportPreview } from '#shared/desktop/contract.ts';
import type { OtmReading } from '#shared/otm/content.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { readerJob, type canvasesRead, type ReaderJob } from './reader-job.ts';

type Models = Extract<OtmReading, { ok: true }>['models'];
type Canvases = Extract<z.infer<typeof canvasesRead>, { ok: true }>['canvases'];
type Report = Extract<ImportPreview['result'], { ok: true }>['models'];

const reportsOf = (models: Models): Report =>
  models.map(({ content, report }) => ({ title: content.title, report }));

const canvasesOf = (models: Models): Canvases =>
  models.flatMap(({ content }) =>
    content.canvases.map(({ title, data }) => ({ title, document: data })),
  );

const answers = {
  report: (models) => ({ models: reportsOf(models) }),
  canvases: (models) => ({ canvases: canvasesOf(models) }),
} satisfies Record<ReaderJob['wanted'], (models: Models) => object>;

/** The worker's whole life: one file's bytes in, what reading them gave out. */
const { bytes, wanted } = readerJob.parse(workerData);
const reading = readOtm(bytes);
parentPort?.postMessage(
  reading.ok ? { ok: true, ...answers[wanted](reading.models) } : { ok: false, ...reading.refusal },
);
