import { randomUUID } from 'node:crypto';
import type { PrintOrder, PrintResult } from '#shared/desktop/prints.ts';
import { xmlText } from '#shared/exports/xml-text.ts';
import { language, t } from '#shared/locales/texts.ts';
import type { PrintAnswer } from '../shell/print-document.ts';
import type { Store } from '../store/store.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { failure, reasonOf } from './failure.ts';
import type { LocalDocuments } from './local-documents.ts';

type Dependencies = {
  store: Pick<Store, 'records'>;
  documents: Pick<LocalDocuments, 'report' | 'svg'>;
  options: Pick<ExportOptionsFile, 'get'>;
  /** Opens the print dialog of the system for a document. */
  print: (html: string) => Promise<PrintAnswer>;
};

/**
 * The maximum length of a document in characters. The preview of a longer document would block the
 * window.
 */
const longest = 32 * 1024 * 1024;

/**
 * Prints a report or a canvas with the choices of the last export. The printed document is the one that
 * the preview shows.
 */
export const createPrinting = ({ store, documents, options, print }: Dependencies) => {
  let prepared: { handle: string; html: string } | null = null;
  let isPrinting = false;

  const reportPage = async (id: string, signal: AbortSignal): Promise<string> => {
    const { report } = options.get();
    const order = {
      kind: 'report' as const,
      id,
      canvasIds: null,
      owner: report.owner,
      options: { ...report, format: 'html' as const },
    };
    return new TextDecoder().decode(await documents.report(order, signal));
  };

  const canvasPage = async (id: string, signal: AbortSignal): Promise<string> => {
    const image = { ...options.get().image, title: true, background: true };
    const svg = await documents.svg(id, image, signal);
    return pageOf(String(store.records.find('canvas', id)?.local['title']), svg);
  };

  return {
    prepare: async ({ kind, id }: PrintOrder, signal: AbortSignal) => {
      const html = await (kind === 'report' ? reportPage : canvasPage)(id, signal);
      if (html.length > longest) throw failure('FILE_NOT_MADE', 'It is too large to be printed.');
      prepared = { handle: randomUUID(), html };
      return prepared;
    },

    run: async (handle: string): Promise<{ result: PrintResult }> => {
      if (prepared?.handle !== handle) throw failure('NOT_PRINTED', 'The preview was closed.');
      if (isPrinting) throw failure('NOT_PRINTED', 'Another document is being printed.');
      isPrinting = true;
      try {
        return { result: outcomeOf(await print(prepared.html)) };
      } catch (error) {
        throw failure('NOT_PRINTED', reasonOf(error));
      } finally {
        isPrinting = false;
      }
    },
  };
};

/**
 * Returns the result of printing. Throws an error with the reason if printing failed. Common reasons are
 * translated, because Electron gives only short reasons in English.
 */
const outcomeOf = ({ success, reason }: PrintAnswer): PrintResult => {
  if (success) return 'printed';
  // Electron spells this reason in two ways.
  if (/cancel/i.test(reason)) return 'canceled';
  if (/no printer|invalid device|invalid printer/i.test(reason)) {
    throw new Error(t('exports:print.no-printer'));
  }
  throw new Error(reason === '' ? t('exports:print.failed') : reason);
};

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/**
 * The preview sets `--page-height`, because the height of its page differs from that of a printed page.
 */
const style = [
  '@page{size:landscape;margin:10mm}',
  'body{margin:0}',
  'img{display:block;max-width:100%;max-height:var(--page-height,100vh);margin:0 auto}',
].join('');

/** Returns an HTML page that shows a canvas, fitted to one printed page. */
const pageOf = (title: string, svg: string): string =>
  [
    `<!doctype html><html lang="${language()}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${xmlText(title)}</title><style>${style}</style></head><body>`,
    `<img alt="${xmlText(title)}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
    '</body></html>',
  ].join('');
