import { expect, it } from 'vitest';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { isSurelyOtm } from './otm-file.ts';
import { foreignTexts } from './testing/foreign-texts.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

it('knows an Open Threat Model file without reading it', () => {
  expect(isSurelyOtm(bytesOf(largeModel('Shop', 10)))).toBe(true);
});

it.each(Object.entries(foreignTexts))('takes no file of %s for OTM', (_format, texts) => {
  expect(texts.filter((text) => isSurelyOtm(bytesOf(text)))).toEqual([]);
});
