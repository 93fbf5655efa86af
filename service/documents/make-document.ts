import { exportText, type ReportFormat } from '#shared/exports/export-formats.ts';
import type { ReportContent } from '#shared/report/report-content.ts';
import { fromJson } from '../database/json-text.ts';
import { readAhead, readImported, takeReading } from './read-imported.ts';
import type { Work, WorkKind } from './work.ts';

type Makers = { [Kind in WorkKind]: (of: Work[Kind]['of']) => Promise<Work[Kind]['made']> };

const reports: Record<ReportFormat, (content: ReportContent) => Promise<Uint8Array>> = {
  pdf: async (content) => await (await import('./report.ts')).makeReport(content),
  html: async (content) => await (await import('./report-html.ts')).makeHtmlReport(content),
  docx: async (content) => await (await import('./report-docx.ts')).makeWordReport(content),
};

/** Makers import their libraries when first called, so a service that makes no documents loads none. */
const makers: Makers = {
  report: async ({ records, choice, format = 'pdf' }) => {
    const { reportOf } = await import('#shared/report/report-of.ts');
    return await reports[format](reportOf(records, choice));
  },
  file: async ({ model, format }) => {
    const content =
      format === 'xlsx'
        ? await (await import('./register-xlsx.ts')).registerXlsx(model)
        : await exportText(model, format);
    const { exportNotice } = await import('#shared/exports/export-notice.ts');
    return { content, notice: await exportNotice(model, format) };
  },
  reportReadiness: async () => {
    const { makeReport } = await import('./report.ts');
    const { tryoutReport } = await import('./report/tryout-report.ts');
    await makeReport(tryoutReport);
    return null;
  },
  image: async ({ drawing, ...picture }) => {
    const { makeImage } = await import('./image.ts');
    return await makeImage({ document: fromJson(drawing), ...picture });
  },
  svg: async ({ drawing, ...picture }) => {
    const { svgPicture } = await import('#shared/drawing/picture.ts');
    const { embedFonts } = await import('./fonts/embed-fonts.ts');
    return await embedFonts(svgPicture({ document: fromJson(drawing), ...picture }));
  },
  extent: async ({ drawing, ...picture }) => {
    const { drawingOfPicture } = await import('#shared/drawing/picture.ts');
    const { width, height } = drawingOfPicture({ document: fromJson(drawing), ...picture }).box;
    return { width, height };
  },
  graph: async ({ drawing, threats }) => {
    const { graphOf } = await import('#shared/canvas/graph-export.ts');
    return JSON.stringify(graphOf(fromJson(drawing), threats));
  },
  otm: async (records) => {
    const { modelOf } = await import('../modules/threat-models/model-of.ts');
    const { writeOtm } = await import('#shared/otm/write-otm.ts');
    return JSON.stringify(writeOtm(modelOf(records), { dialect: 'service' }));
  },
  reading: async (bytes) => takeReading(bytes) ?? (await readImported(bytes)),
  readingAhead: async (bytes) => {
    await readAhead(bytes);
    return null;
  },
};

export const makeDocument = async <Kind extends WorkKind>(
  kind: Kind,
  of: Work[Kind]['of'],
): Promise<Work[Kind]['made']> => await makers[kind](of);
