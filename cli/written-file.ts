import { openThreatsOf } from '#shared/canvas/open-threats.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import {
  exportText,
  fileFormats,
  imageFormats,
  isMarkdownName,
  isTextFormat,
  mermaidMarkdownSuffix,
  reportFormats,
  type FileFormatName,
  type ImageFormat,
  type ReportFormat,
  type TextFormatName,
} from '#shared/exports/export-formats.ts';
import { exportNotice } from '#shared/exports/export-notice.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { recordsOf } from '#shared/report/records-of.ts';
import { plainAppearance } from '#shared/report/report-content.ts';
import { FileProblem } from './command.ts';

const writtenFormats = { ...fileFormats, ...reportFormats, ...imageFormats };
export type WrittenFormat = keyof typeof writtenFormats;

export const isWrittenFormat = (name: string): name is WrittenFormat =>
  Object.hasOwn(writtenFormats, name);

export const writtenFormatNames: readonly WrittenFormat[] =
  Object.keys(writtenFormats).filter(isWrittenFormat);

/**
 * Returns the format for a file name. The longest matching suffix decides, because `.graph.json` also
 * ends with `.json`.
 */
export const formatOfName = (
  fileName: string,
  among: readonly WrittenFormat[] = writtenFormatNames,
): WrittenFormat | undefined => {
  const name = fileName.toLowerCase();
  return among
    .flatMap((format) => writtenFormats[format].suffixes.map((suffix) => ({ format, suffix })))
    .filter(({ suffix }) => name.endsWith(suffix))
    .toSorted((one, other) => other.suffix.length - one.suffix.length)[0]?.format;
};

type Wanted = {
  format: WrittenFormat;
  fileName: string;
  /** The title or the ID of the canvas to draw. Without it, the first canvas is drawn. */
  canvas?: string | undefined;
  /** The time at which the model was changed, in ISO 8601. */
  changedAt: string;
};

const isImage = (format: WrittenFormat): format is ImageFormat =>
  Object.hasOwn(imageFormats, format);
const isReport = (format: WrittenFormat): format is ReportFormat =>
  Object.hasOwn(reportFormats, format);

/**
 * Returns the content of a file in a format. The libraries of a format are loaded only for that
 * format.
 */
export const writtenFile = async (
  model: ModelContent,
  { format, fileName, canvas, changedAt }: Wanted,
): Promise<string | Uint8Array> => {
  if (isReport(format)) return await reportFile(model, format, changedAt);
  if (isImage(format)) return await imageFile(model, format, canvas);
  return await otherFile(model, format, fileName);
};

/** Returns a sentence for each reason why a program may not show the whole content of a file. */
export const noticesOn = async (
  model: ModelContent,
  { format, fileName }: Pick<Wanted, 'format' | 'fileName'>,
): Promise<string[]> => {
  if (isReport(format) || isImage(format)) return [];
  const isMisnamed = format === 'mermaid' && model.canvases.length > 1 && !isMarkdownName(fileName);
  const notice = await exportNotice(model, format);
  return [
    ...(isMisnamed
      ? [`A file with several flowcharts is Markdown. Give it the suffix ${mermaidMarkdownSuffix}.`]
      : []),
    ...(notice === null ? [] : [notice]),
  ];
};

const documents = async () => (await import('#service/documents.ts')).makeDocument;

const otherFile = async (
  model: ModelContent,
  format: FileFormatName,
  fileName: string,
): Promise<string | Uint8Array> =>
  isTextFormat(format)
    ? await textFile(model, format, fileName)
    : (await (await documents())('file', { model, format })).content;

const textFile = async (
  model: ModelContent,
  format: TextFormatName,
  fileName: string,
): Promise<string> => {
  const text = await exportText(model, format);
  if (format !== 'mermaid' || !isMarkdownName(fileName)) return text;
  return (await import('#shared/exports/mermaid.ts')).mermaidMarkdown(text, model.title);
};

const reportFile = async (
  model: ModelContent,
  format: ReportFormat,
  changedAt: string,
): Promise<Uint8Array> => {
  const choice = { canvasIds: null, comments: true, appearance: plainAppearance };
  const make = await documents();
  return await make('report', { records: recordsOf(model, changedAt), choice, format });
};

const imageFile = async (
  { canvases, components }: ModelContent,
  format: ImageFormat,
  wanted: string | undefined,
): Promise<string | Uint8Array> => {
  const canvas =
    wanted === undefined
      ? canvases[0]
      : (canvases.find(({ id }) => id === wanted) ??
        canvases.find(({ title }) => title === wanted));
  if (!canvas) {
    throw new FileProblem(
      wanted === undefined ? 'the model has no canvas' : `there is no canvas "${wanted}"`,
    );
  }
  const threats = openThreatsOf(
    components.flatMap(({ id, threats: own }) =>
      own.map(({ status, priority }) => ({ component_id: id, status, priority })),
    ),
  );
  const picture = {
    drawing: JSON.stringify(canvas.data),
    title: canvas.title,
    threats,
    options: { ...plainImage, badges: true },
  };
  return await (
    await documents()
  )(format === 'png' ? 'image' : 'svg', picture);
};
