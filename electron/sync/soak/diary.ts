import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { conflictTypes } from '#shared/desktop/sync.ts';

const change = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);

/**
 * One line of a diary.
 *
 * - `began`: a process opened its store; the changes are all that it found there.
 * - `intends`: a gesture begins. `did`: the store has answered.
 * - `perhaps`: found after a kill that came between the two.
 * - `arrived`: sync brought it.
 * - `chose`: a decision of a conflict, of a rejected change, or of another service.
 * - `request`, `fault`: of the network. `noted`: anything else that helps to understand a failure.
 * - `broke`: a gesture failed.
 */
const entrySchema = z.object({
  /** Milliseconds since 1970, on a clock that only goes forward. */
  at: z.number(),
  is: z.enum([
    'began',
    'intends',
    'did',
    'perhaps',
    'arrived',
    'chose',
    'request',
    'fault',
    'noted',
    'broke',
  ]),
  what: z.string(),
  changes: z.array(change).optional(),
  /** What others had said of a field in conflict, and what holds from now on. */
  gaveUp: z.array(change).optional(),
  /** Of `chose`: the record, by the id of this store, and the side that was taken. */
  choice: z
    .object({
      about: z.string(),
      type: z.enum([...conflictTypes, 'discard', 'settle']),
      mine: z.boolean(),
    })
    .optional(),
});

export type Entry = z.infer<typeof entrySchema>;

const clock = (): number => performance.timeOrigin + performance.now();

/** Appends to a file of one process. A line that is written survives the end of the process. */
export const openDiary =
  (path: string) =>
  (entry: Omit<Entry, 'at'>): void =>
    appendFileSync(path, `${JSON.stringify({ at: clock(), ...entry })}\n`);

/** The name of the file in which the proxy of a person writes. */
export const networkDiary = (who: string): string => `${who}-network.jsonl`;

export type Diary = ReturnType<typeof openDiary>;

export const readDiary = (path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => entrySchema.parse(JSON.parse(line)));
