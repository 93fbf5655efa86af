import { describe, expect, it } from 'vitest';
import { besideOthers, pasteOffset } from './paste-offset.ts';

const box = { x: 100, y: 100, width: 150, height: 60 };
const view = { x: 0, y: 0, width: 1000, height: 600 };
const usual = { box, at: null, view, isBesideOriginal: false, times: 0 };

describe('pasted elements', () => {
  it('go to the pointer, on the grid', () => {
    expect(pasteOffset({ ...usual, at: { x: 503, y: 404 } })).toEqual({ x: 330, y: 270 });
  });

  it('keep their position on another canvas if it is in view', () => {
    expect(pasteOffset(usual)).toEqual({ x: 0, y: 0 });
  });

  it('go to the center of the view if their position is not in view', () => {
    const far = { ...view, x: 5000, y: 5000 };
    expect(pasteOffset({ ...usual, view: far })).toEqual({ x: 5330, y: 5170 });
  });

  it('never cover the original, and move a little further each time', () => {
    const beside = { ...usual, isBesideOriginal: true };
    expect(pasteOffset(beside)).toEqual({ x: 20, y: 20 });
    expect(pasteOffset({ ...beside, at: { x: 240, y: 110 } })).toEqual({ x: 20, y: 20 });
    expect(pasteOffset({ ...beside, times: 2 })).toEqual({ x: 60, y: 60 });
    expect(pasteOffset({ ...usual, at: { x: 500, y: 400 }, times: 1 })).toEqual({ x: 350, y: 290 });
  });
});

describe('elements made from text', () => {
  it('cover no existing element', () => {
    const others = [
      { x: 120, y: 130, width: 50, height: 50 },
      { x: 240, y: 200, width: 50, height: 50 },
      { x: 600, y: 100, width: 50, height: 50 },
    ];
    expect(besideOthers(box, { x: 0, y: 0 }, others)).toEqual({ x: 0, y: 190 });
    expect(besideOthers(box, { x: 0, y: 190 }, others)).toEqual({ x: 0, y: 190 });
  });
});
