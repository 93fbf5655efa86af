import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { drawCanvas } from '#shared/drawing/draw-canvas.ts';
import { embedFonts } from './embed-fonts.ts';

const svgOf = (...labels: string[]): string =>
  drawCanvas({
    nodes: labels.map((label, at) => ({
      id: label,
      type: 'processNode',
      position: { x: at * 200, y: 0 },
      data: { label, attributes: ['internal'] },
    })),
    edges: [],
  }).svg;

const fontsIn = (svg: string) =>
  [...svg.matchAll(/font-weight:(\d+);src:url\(data:font\/ttf;base64,([^)]+)\)/gu)].map(
    ([, weight, data = '']) => {
      const font = create(Buffer.from(data, 'base64'));
      if (!('characterSet' in font)) throw new Error('a collection of fonts');
      return { weight, characters: String.fromCodePoint(...font.characterSet), font };
    },
  );

test('an SVG contains the characters of its texts, with the widths of the whole font', async () => {
  const svg = await embedFonts(svgOf('Web shop', 'Zahlung & Übergabe'));
  const [bold, small] = fontsIn(svg).toSorted((one, other) =>
    String(other.weight).localeCompare(String(one.weight)),
  );
  expect(bold?.weight).toBe('700');
  expect(bold?.characters).toBe(' &WZabeghlnoprsuÜ');
  expect(small?.characters).toBe('aeilnrt');
  const advance = bold?.font.glyphForCodePoint(0x57).advanceWidth ?? 0;
  expect(advance / (bold?.font.unitsPerEm ?? 1)).toBeGreaterThan(0.9);
  expect(svg.length).toBeLessThan(30_000);
  expect(svg).toContain("text{font-family:'Noto Sans',sans-serif}");
});

test('scripts with joined letters use the viewer’s font', async () => {
  const svg = await embedFonts(svgOf('خادم', 'サーバー'));
  expect(fontsIn(svg).map(({ characters }) => characters)).toContain('サバー');
  expect(fontsIn(svg).some(({ characters }) => characters.includes('خ'))).toBe(false);
});

test('a drawing without text does not change', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>';
  expect(await embedFonts(svg)).toBe(svg);
});
