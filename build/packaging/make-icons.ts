import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/**
 * Draws the icon in the sizes that systems ask for, with the library that also draws images of canvases.
 */
export const makeIcons = async (folder: string): Promise<void> => {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  await initWasm(readFileSync(wasm));
  const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
  mkdirSync(folder, { recursive: true });
  for (const size of sizes) {
    const image = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
    writeFileSync(join(folder, `${size}x${size}.png`), image.asPng());
  }
};
