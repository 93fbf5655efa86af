import { openThreatsOf } from '#shared/canvas/open-threats.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import {
  exportText,
  fileFormats,
  imageFormats,
  isTextFormat,
  reportFormats,
  type FileFormatName,
  type ImageFormat,
  type ReportFormat,
} from '#shared/exports/export-formats.ts';
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
  { format, canvas, changedAt }: Wanted,
): Promise<string | Uint8Array> => {
  if (isReport(format)) return await reportFile(model, format, changedAt);
  if (isImage(format)) return await imageFile(model, format, canvas);
  return await otherFile(model, format);
};

const documents = async () => (await import('#service/documents.ts')).makeDocument;

const otherFile = async (
  model: ModelContent,
  format: FileFormatName,
): Promise<string | Uint8Array> =>
  isTextFormat(format)
    ? await exportText(model, format)
    : await (
        await documents()
      )('file', { model, format });

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
      : canvases.find(({ id, title }) => id === wanted || title === wanted);
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
