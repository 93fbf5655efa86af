import { oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import type { ImageOptions } from '../drawing/image-options.ts';
import type { FileFormatName, ReportFormat } from '../exports/export-formats.ts';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);
const byId = z.object({ id: z.string() });
const fileHandle = z.object({ handle: z.string() });

/** The kinds of exports that can be saved as a file. */
const exportKinds = ['report', 'image', 'svg', 'graph', 'otm', 'file', 'register'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The kind of the record that is exported, for each kind of export. */
export const exportSubjects = {
  report: 'threatModel',
  image: 'canvas',
  svg: 'canvas',
  graph: 'canvas',
  otm: 'threatModel',
  file: 'threatModel',
  register: 'collection',
} as const satisfies Record<ExportKind, 'canvas' | 'threatModel' | 'collection'>;

/** The formats of a report. The first one is the default. */
export const reportFormatNames = ['pdf', 'html', 'docx'] as const satisfies ReportFormat[];
const reportFormat = z.enum(reportFormatNames);

/** The formats in which the window offers a model besides reports and images, grouped by purpose. */
export const fileFormatGroups = {
  register: ['xlsx', 'csv', 'markdown', 'jira', 'defectdojo', 'sarif'],
  diagram: ['mermaid', 'drawio'],
  model: ['otm', 'otm-yaml'],
  graph: ['arrows', 'apoc', 'cypher'],
} as const satisfies Record<string, FileFormatName[]>;
const fileFormat = z.enum(Object.values(fileFormatGroups).flat());
export type OfferedFormat = z.infer<typeof fileFormat>;

const registerFormat = z.enum(fileFormatGroups.register);
export type RegisterFormat = z.infer<typeof registerFormat>;

export const isRegisterFormat = (format: OfferedFormat): format is RegisterFormat =>
  registerFormat.safeParse(format).success;

/** `id` is the ID of the canvas, the threat model, or the collection. */
const exportSource = z.object({
  kind: z.enum(exportKinds),
  id: z.string(),
  /** The format of a report, a file, or a register. Other exports have no format to choose. */
  format: z.union([reportFormat, fileFormat]).optional(),
});
export type ExportSource = z.infer<typeof exportSource>;

/** The choices for a report. The dialog begins with those of the last report. */
const reportOptions = z.object({
  // Choices that an earlier version of the app stored have no format, so they get `pdf`.
  format: reportFormat.catch('pdf'),
  comments: z.boolean(),
  /**
   * The owner that the person entered last. The dialog suggests this name if the service does not know
   * the owner of a model.
   */
  owner: z.string().max(200),
  classification: z.string().max(60),
  footer: z.string().max(120),
});

const imageOptions = z.object({
  badges: z.boolean(),
  legend: z.boolean(),
  title: z.boolean(),
  background: z.boolean(),
  scale: z.union([z.literal(1), z.literal(2), z.literal(4)]),
}) satisfies z.ZodType<ImageOptions>;

/** The logo of reports. `dataUrl` contains the image. */
const logo = z.object({ name: z.string(), dataUrl: z.string() });
export type Logo = z.infer<typeof logo>;

/** The kinds of export in the dialog. */
export const chosenKinds = ['report', 'image', 'file'] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** The choices that the app remembers for the next export. */
export const exportOptions = z.object({
  report: reportOptions,
  image: imageOptions,
  logo: logo.nullable(),
  /** The format that was last chosen for the kind `file`. */
  format: fileFormat.catch('xlsx'),
  /** The kind that the dialog shows first. */
  kind: z.enum(chosenKinds).catch('report'),
});
export type ExportOptions = z.infer<typeof exportOptions>;

/** An export and the choices for it. */
const exportOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    id: z.string(),
    /** `null` for all canvases of the model. */
    canvasIds: z.array(z.string()).nullable(),
    /**
     * The name of the model's owner. If the name is empty, the report has the name that the service
     * knows.
     */
    owner: z.string().max(200),
    options: reportOptions,
  }),
  z.object({ kind: z.enum(['image', 'svg']), id: z.string(), options: imageOptions }),
  z.object({ kind: z.enum(['graph', 'otm']), id: z.string() }),
  z.object({
    kind: z.literal('file'),
    id: z.string(),
    /** `null` for the whole model. */
    canvasId: z.string().nullable(),
    format: fileFormat,
  }),
  /** The threats of all models of a collection in one file. */
  z.object({ kind: z.literal('register'), id: z.string(), format: registerFormat }),
]);
export type ExportOrder = z.infer<typeof exportOrder>;

/** Returns those values of an export that the save dialog needs. */
export const exportSourceOf = (order: ExportOrder): ExportSource => {
  const { kind, id } = order;
  if (order.kind === 'report') return { kind, id, format: order.options.format };
  return order.kind === 'file' || order.kind === 'register'
    ? { kind, id, format: order.format }
    : { kind, id };
};

/**
 * `lacksService` is true for an Open Threat Model file that was made without the service. It may lack data
 * of imported files, because only the service keeps all of this data. `notice` is a sentence if the file
 * exceeds a limit of its format.
 */
const savedFile = z.object({ lacksService: z.boolean(), notice: z.string().nullable() });
export type SavedFile = z.infer<typeof savedFile>;

/** Exports of the open connection. */
export const exportProcedures = {
  /** Asks for the path of the new file and returns a handle for it, or `null` if the person cancels. */
  choose: oc.input(exportSource).output(fileHandle.extend({ fileName: z.string() }).nullable()),
  /**
   * Creates the file, writes it to the chosen path, and remembers the choices for it. Can be aborted,
   * which leaves no file and returns `null`.
   */
  save: oc.input(fileHandle.extend({ order: exportOrder })).output(savedFile.nullable()),
  /** Asks for a folder to save several files in. Returns `null` if the person cancels. */
  chooseFolder: oc.output(fileHandle.extend({ folderName: z.string() }).nullable()),
  /**
   * Writes a model to a new file in the chosen folder, under an unused name. Can be aborted, which
   * leaves no file and returns `null`.
   */
  saveInto: oc
    .input(fileHandle.extend({ order: exportOrder }))
    .output(savedFile.extend({ fileName: z.string() }).nullable()),
  options: oc.output(exportOptions),
  /** Asks for the logo of reports and remembers it. Returns `null` if the person cancels. */
  chooseLogo: oc.output(logo.nullable()),
  removeLogo: oc,
  /** Returns the owner's name for the report of a model, or `null` if the service does not know it. */
  owner: oc.input(byId).output(z.string().nullable()),
  /** Returns the size of a canvas's image at a scale of 1. Can be aborted. */
  imageSize: oc
    .input(byId.extend({ options: imageOptions }))
    .output(z.object({ width: z.number(), height: z.number() })),
  /** Returns the image of a canvas as PNG. Can be aborted. */
  image: oc.input(byId.extend({ options: imageOptions })).output(z.instanceof(Blob)),
  /** Shows a saved file in the system's file manager. */
  reveal: oc.input(fileHandle),
};
