import { describe, expect, it } from 'vitest';
import { givingWay } from './giving-way.ts';

const panels = [
  { id: 'sidebar', size: 236 },
  { id: 'outline', size: 240 },
  { id: 'inspector', size: 320 },
];
const beside = (width: number, latest: string | null): string[] => [
  ...givingWay(panels, width, latest),
];

describe('panels that a narrow window has no room for', () => {
  it('are none where the content is wide enough', () => {
    expect(beside(1440, null)).toEqual([]);
    expect(beside(236 + 240 + 320 + 400, null)).toEqual([]);
  });

  it('give way one after the other', () => {
    expect(beside(1024, null)).toEqual(['sidebar']);
    expect(beside(720, null)).toEqual(['sidebar', 'outline']);
    expect(beside(512, null)).toEqual(['sidebar', 'outline', 'inspector']);
  });

  it('leave the one that was opened last', () => {
    expect(beside(720, 'outline')).toEqual(['sidebar', 'inspector']);
    expect(beside(512, 'sidebar')).toEqual(['outline', 'inspector']);
  });
});
