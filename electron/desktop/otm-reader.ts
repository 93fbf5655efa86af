import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { ImportPreview } from '#shared/desktop/contract.ts';
import { readOtm } from '#shared/otm/read-otm.ts';

/** The worker's whole life: one file's bytes in, what reading them gave out. */
const reading = readOtm(z.instanceof(Uint8Array).parse(workerData));

const result: ImportPreview['result'] = reading.ok
  ? {
      ok: true,
      models: reading.models.map(({ content, report }) => ({ title: content.title, report })),
    }
  : { ok: false, ...reading.refusal };

parentPort?.postMessage(result);
