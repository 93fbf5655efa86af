import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import presetMantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';
import { assetFolder, assetSources } from '../service/documents/assets.ts';

const root = join(import.meta.dirname, '..');
const source = (path: string) => join(root, path);

/** Mantine's breakpoints, which its preset expects as variables of PostCSS. */
const breakpoints = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
};

/** The fonts and the WebAssembly of reports and pictures: npm packages are not beside a bundle. */
const documentAssets = {
  name: 'document-assets',
  buildStart(this: { emitFile: (file: EmittedAsset) => string }) {
    for (const { name, path } of assetSources()) {
      this.emitFile({
        type: 'asset',
        fileName: `${assetFolder}/${name}`,
        source: readFileSync(path),
      });
    }
  },
};
type EmittedAsset = { type: 'asset'; fileName: string; source: Uint8Array };

export default defineConfig(({ command }) => ({
  main: {
    plugins: [documentAssets],
    build: {
      // npm packages are bundled too: reading hundreds of small files is what starting up waits
      // for. It also means that no node_modules is packaged.
      externalizeDeps: false,
      minify: true,
      outDir: source('out/main'),
      rolldownOptions: {
        input: {
          main: source('electron/main.ts'),
          'embedded-service': source('electron/connection/embedded-service.ts'),
          'otm-reader': source('electron/desktop/otm-reader.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      minify: true,
      outDir: source('out/preload'),
      rolldownOptions: {
        input: { preload: source('electron/preload.ts') },
        // A sandboxed preload script can be one CommonJS file and nothing else.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [react()],
    css: { postcss: { plugins: [presetMantine(), simpleVars({ variables: breakpoints })] } },
    worker: { format: 'es' },
    // The dev server's cache would otherwise lie in renderer/node_modules.
    cacheDir: source('.cache/vite'),
    build: {
      // The window's content security policy allows no data: URL for a font or a worker.
      assetsInlineLimit: 0,
      minify: command === 'build',
      outDir: source('out/renderer'),
      rolldownOptions: { input: source('renderer/index.html') },
    },
  },
}));
