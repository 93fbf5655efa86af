import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { announceTogether } from './announce-together.ts';

let announced: RecordKind[][];
let records: ReturnType<typeof announceTogether>;

beforeEach(() => {
  vi.useFakeTimers();
  announced = [];
  records = announceTogether((kinds) => announced.push(kinds));
});
afterEach(() => {
  vi.useRealTimers();
});

it('announces the first change at once, and the next ones together', () => {
  records.changed(['threat']);
  expect(announced).toEqual([['threat']]);
  records.changed(['component', 'threat']);
  records.changed(['component', 'canvas']);
  expect(announced).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(announced).toEqual([['threat'], ['component', 'threat', 'canvas']]);
});

it('announces a change at once after a pause', () => {
  records.changed(['threat']);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
  records.changed(['canvas']);
  expect(announced).toEqual([['threat'], ['canvas']]);
});

it('announces nothing after it was stopped', () => {
  records.changed(['threat']);
  records.changed(['canvas']);
  records.stop();
  vi.advanceTimersByTime(1000);
  expect(announced).toEqual([['threat']]);
});
