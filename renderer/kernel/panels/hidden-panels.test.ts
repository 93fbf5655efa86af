import { describe, expect, it } from 'vitest';
import { hiddenPanels, fittingHeight, fittingWidth } from './hidden-panels.ts';

const panels = [
  { id: 'sidebar', size: 236 },
  { id: 'outline', size: 240 },
  { id: 'inspector', size: 320 },
];
const beside = (width: number, latest: string | null): string[] => [
  ...hiddenPanels(panels, width, latest),
];

describe('panels that do not fit in a narrow window', () => {
  it('are none if the content is wide enough', () => {
    expect(beside(1440, null)).toEqual([]);
    expect(beside(236 + 240 + 320 + 640, null)).toEqual([]);
  });

  it('are hidden one after another', () => {
    expect(beside(1300, null)).toEqual(['sidebar']);
    expect(beside(720, null)).toEqual(['sidebar', 'outline']);
    expect(beside(512, null)).toEqual(['sidebar', 'outline', 'inspector']);
  });

  it('do not include the one that was opened last', () => {
    expect(beside(720, 'outline')).toEqual(['sidebar', 'inspector']);
    expect(beside(512, 'sidebar')).toEqual(['outline', 'inspector']);
  });
});

describe('the width of a side panel', () => {
  it('is at most a third of a narrow window, but never less than its contents need', () => {
    expect(fittingWidth(320, 260, 1440)).toBe(320);
    expect(fittingWidth(320, 260, 800)).toBe(266);
    expect(fittingWidth(320, 260, 720)).toBe(260);
    expect(fittingWidth(200, 180, 512)).toBe(180);
  });
});

describe('the height of the bottom panel', () => {
  it('leaves most of a low window to the canvas, but is never less than a few lines', () => {
    expect(fittingHeight(220, 120, 900)).toBe(220);
    expect(fittingHeight(220, 120, 600)).toBe(220);
    expect(fittingHeight(220, 120, 450)).toBe(154);
    expect(fittingHeight(220, 120, 300)).toBe(120);
  });
});
