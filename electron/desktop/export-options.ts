import { basename } from 'node:path';
import type { ExportOptions, ExportOrder, Logo } from '#shared/desktop/exports.ts';
import { exportOptions } from '#shared/desktop/exports.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import { createJsonFile, type SaveFile } from '../connection/json-file.ts';
import { readRegularFile } from '../shell/read-regular-file.ts';
import { failure, reasonOf } from './failure.ts';

type Dependencies = {
  path: string;
  save: SaveFile;
  chooseLogo: () => Promise<string | null>;
};

const initial: ExportOptions = {
  report: { format: 'pdf', comments: false, owner: '', classification: '', footer: '' },
  image: plainImage,
  logo: null,
  format: 'xlsx',
  kind: 'report',
};

/**
 * The maximum size of a logo in bytes. It is small, because each report contains the logo, and the app
 * keeps the logo in memory.
 */
const maxLogoBytes = 1024 * 1024;

/** Remembers the choices of the last exports, for all connections. */
export const createExportOptions = ({ path, save, chooseLogo }: Dependencies) => {
  const file = createJsonFile({ path, save, schema: exportOptions, initial });
  const change = async (part: Partial<ExportOptions>): Promise<void> =>
    await file.change((known) => ({ ...known, ...part }));

  return {
    get: (): ExportOptions => file.value(),

    remember: async (order: ExportOrder): Promise<void> => {
      const { kind } = order;
      if (kind === 'report') await change({ kind, report: order.options });
      else if (kind === 'image' || kind === 'svg') {
        await change({ kind: 'image', image: order.options });
      } else if (kind === 'file' || kind === 'register') {
        await change({ kind: 'file', format: order.format });
      }
    },

    chooseLogo: async (): Promise<Logo | null> => {
      const chosen = await chooseLogo();
      if (chosen === null) return null;
      const logo = { name: basename(chosen), dataUrl: await dataUrlOf(chosen) };
      await change({ logo });
      return logo;
    },
    removeLogo: async (): Promise<void> => await change({ logo: null }),
    logoBytes: (): Uint8Array | null => {
      const { logo } = file.value();
      return logo && Buffer.from(logo.dataUrl.slice(logo.dataUrl.indexOf(',') + 1), 'base64');
    },
  };
};

export type ExportOptionsFile = ReturnType<typeof createExportOptions>;

/** The file types of a logo, each with a function that checks the first bytes of a file. */
const types: readonly [type: string, begins: (content: Buffer) => boolean][] = [
  ['image/png', (content) => content.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['image/jpeg', (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/svg+xml', (content) => content.subarray(0, 1000).includes('<svg')],
];

const dataUrlOf = async (path: string): Promise<string> => {
  const content = Buffer.from(await contentOf(path));
  const [type] = types.find(([, begins]) => begins(content)) ?? [];
  if (type === undefined) throw failure('FILE_UNREADABLE', 'A logo is a PNG, JPEG, or SVG file.');
  return `data:${type};base64,${content.toString('base64')}`;
};

const contentOf = async (path: string): Promise<Uint8Array> => {
  try {
    return await readRegularFile(path, maxLogoBytes);
  } catch (error) {
    throw failure('FILE_UNREADABLE', reasonOf(error));
  }
};
