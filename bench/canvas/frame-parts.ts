import { readFileSync, rmSync } from 'node:fs';
import type { ElectronApplication } from '@playwright/test';
import { z } from 'zod';

/**
 * The processor time of one frame in the window's main thread, in milliseconds. Chromium draws the
 * painted frame in other threads, which do not count. So the figures do not depend on the software
 * renderer.
 */
type FrameParts = { script: number; layout: number; paint: number };
type Part = keyof FrameParts;

/** The events of Chromium's tracing that count, and the part of a frame to which each belongs. */
const partOf: Record<string, Part> = {
  FireAnimationFrame: 'script',
  EventDispatch: 'script',
  FunctionCall: 'script',
  TimerFire: 'script',
  RunMicrotasks: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'layout',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

const traced = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  /** The processor time of the thread, in microseconds. */
  tdur: z.number().default(0),
  dur: z.number().default(0),
});
type Traced = z.infer<typeof traced>;

const trace = z.object({ traceEvents: z.array(z.unknown()) });

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** Runs `work` and returns the parts of each frame that the window produced meanwhile. */
export const frameParts = async (
  application: ElectronApplication,
  work: () => Promise<unknown>,
): Promise<FrameParts[]> => {
  await application.evaluate(
    async ({ contentTracing }, included) =>
      await contentTracing.startRecording({
        included_categories: included,
        excluded_categories: ['*'],
      }),
    categories,
  );
  await work();
  const path = await application.evaluate(
    async ({ contentTracing }) => await contentTracing.stopRecording(),
  );
  const { traceEvents } = trace.parse(JSON.parse(readFileSync(path, 'utf8')));
  rmSync(path);
  return partsOf(traceEvents.flatMap((event) => traced.safeParse(event).data ?? []));
};

const threadOf = ({ pid, tid }: Traced): string => `${pid} ${tid}`;

const partsOf = (events: readonly Traced[]): FrameParts[] => {
  const first = events.find(({ name }) => name === 'BeginMainThreadFrame');
  if (!first) return [];
  const ofThread = events
    .filter((event) => threadOf(event) === threadOf(first))
    .toSorted((one, other) => one.ts - other.ts || other.dur - one.dur);
  const frames: FrameParts[] = [];
  // The counted events that contain the current event, from the outside to the inside.
  let around: { end: number; part: Part }[] = [];
  for (const { name, ph, ts, dur, tdur } of ofThread) {
    if (name === 'BeginMainThreadFrame') frames.push({ script: 0, layout: 0, paint: 0 });
    const [frame, part] = [frames.at(-1), partOf[name]];
    if (!frame || !part || ph !== 'X') continue;
    around = around.filter(({ end }) => end > ts);
    const outer = around.at(-1);
    frame[part] += tdur / 1000;
    if (outer) frame[outer.part] -= tdur / 1000;
    around.push({ end: ts + dur, part });
  }
  return frames;
};
