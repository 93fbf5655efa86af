import { appendFileSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { conflictTypes } from '#shared/desktop/sync.ts';

const change = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);

/**
 * One line of a diary.
 *
 * - `began`: a process opened its store. The changes list everything in it.
 * - `intends`: a gesture or decision begins. `did`: the store has saved the gesture.
 * - `perhaps`: a kill came between `intends` and `did` or `chose`, and the store has these changes. If
 *   there are none, the store may have saved the decision or not.
 * - `arrived`: sync brought these changes.
 * - `chose`: the person decided a conflict, discarded a rejected change, or ended a hold.
 * - `request`, `fault`: something happened on the network.
 * - `broke`: a gesture failed. `noted`: anything else that helps to explain a failure.
 */
const entrySchema = z.object({
  /** The time on a monotonic clock, in milliseconds since 1970. */
  at: z.number(),
  type: z.enum([
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
  /** The values of others that the person gave up in a conflict, and the values that replace them. */
  gaveUp: z.array(change).optional(),
  /** The elements in open conflicts that the person edited, as `canvas <id> node <node>`. */
  edited: z.array(z.string()).optional(),
  /**
   * Only for a decision: the record with its local ID, the type of the decision, and whether a choice was
   * `mine`.
   */
  choice: z
    .object({
      about: z.string(),
      type: z.enum([...conflictTypes, 'discard', 'endHold']),
      mine: z.boolean(),
    })
    .optional(),
  /** Only in an `intends` entry: the items of a conflict that the person decides. */
  items: z.array(z.string()).optional(),
  /** Only in an `intends` entry: the service's side of open conflicts. */
  contested: z
    .object({
      facts: z.array(z.tuple([z.string(), z.string()])),
      elements: z.array(z.string()),
    })
    .optional(),
});

export type Entry = z.infer<typeof entrySchema>;

const clock = (): number => performance.timeOrigin + performance.now();

/**
 * Returns a function that appends lines to the file of one process. A written line survives the end of
 * the process.
 */
export const openDiary =
  (path: string) =>
  (entry: Omit<Entry, 'at'>): void =>
    appendFileSync(path, `${JSON.stringify({ at: clock(), ...entry })}\n`);

/** Returns the name of the diary that the proxy of a person writes. */
export const networkDiary = (who: string): string => `${who}-network.jsonl`;

export type Diary = ReturnType<typeof openDiary>;

export const readDiary = (path: string): Entry[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => entrySchema.parse(JSON.parse(line)));
