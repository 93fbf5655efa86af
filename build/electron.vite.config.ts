import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import presetMantine from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';
import { assetFolder, assetSources, fontFolder } from '../service/documents/assets.ts';
import { creditsModule } from './credits.ts';

const root = join(import.meta.dirname, '..');
const source = (path: string) => join(root, path);

/** Mantine's breakpoints, which its preset expects as PostCSS variables. */
const breakpoints = {
  'mantine-breakpoint-xs': '36em',
  'mantine-breakpoint-sm': '48em',
  'mantine-breakpoint-md': '62em',
  'mantine-breakpoint-lg': '75em',
  'mantine-breakpoint-xl': '88em',
};

const isFont = (name: string): boolean => name.endsWith('.ttf');

/**
 * Copies WebAssembly, fonts, and licenses for reports and images from npm packages, because the packages
 * are not shipped beside the bundle. A build leaves out the fonts, because reports and images then use
 * the same font files as the window.
 */
const documentAssets = (isBuild: boolean) => ({
  name: 'document-assets',
  buildStart(this: { emitFile: (file: EmittedAsset) => string }) {
    for (const { name, path } of assetSources()) {
      if (isBuild && isFont(name)) continue;
      this.emitFile({
        type: 'asset',
        fileName: `${assetFolder}/${name}`,
        source: readFileSync(path),
      });
    }
  },
});
type EmittedAsset = { type: 'asset'; fileName: string; source: Uint8Array };

export default defineConfig(({ command }) => ({
  main: {
    plugins: [documentAssets(command === 'build')],
    // fflate's code for browsers is used, because its code for Node declares a name that electron-vite
    // declares too. The two versions differ only in their use of threads, which the app does not need.
    resolve: { alias: [{ find: /^fflate$/, replacement: 'fflate/browser' }] },
    build: {
      // npm packages are bundled too, because reading hundreds of small files would slow down the start.
      // So the packaged app has no node_modules.
      externalizeDeps: false,
      minify: true,
      outDir: source('out/main'),
      rolldownOptions: {
        input: {
          main: source('electron/main.ts'),
          'desktop-thread': source('electron/desktop-thread.ts'),
          'embedded-service': source('electron/connection/embedded-service.ts'),
          'document-process': source('electron/connection/document-process.ts'),
          'document-worker': source('service/documents/document-worker.ts'),
          'otm-reader': source('electron/desktop/otm-reader.ts'),
          'store-reader': source('electron/store/store-reader.ts'),
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
        // A sandboxed preload script must be a single CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [react(), creditsModule(root)],
    css: { postcss: { plugins: [presetMantine(), simpleVars({ variables: breakpoints })] } },
    worker: { format: 'es' },
    // The folder of Vite's cache. By default, Vite would create the folder renderer/node_modules for it.
    cacheDir: source('.cache/vite'),
    build: {
      // No file is inlined as a data: URL, because the window's content security policy allows no such
      // URL for a font or a worker.
      assetsInlineLimit: 0,
      minify: command === 'build',
      outDir: source('out/renderer'),
      rolldownOptions: {
        input: source('renderer/index.html'),
        output: {
          // The fonts keep their names, because reports and images use the same files and find them
          // by name.
          assetFileNames: ({ names: [name = ''] }) =>
            isFont(name) ? `${fontFolder}/[name][extname]` : 'assets/[name]-[hash][extname]',
          // All code that is loaded before the first drawing goes into two files instead of fifty. This
          // shortens the start, because the main process has to serve each file in a separate request.
          codeSplitting: {
            groups: [
              { name: 'window', tags: ['$initial'] },
              { name: 'canvas', test: /renderer[\\/]shell[\\/]canvas-page\.tsx$/ },
            ],
          },
        },
      },
    },
  },
}));
