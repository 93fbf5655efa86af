import { z } from 'zod';
import type { ImageOptions } from '../drawing/image-options.ts';
import type { FileFormatName, ReportFormat } from '../exports/export-formats.ts';

/** Exports that can be saved as a file. */
const exportKinds = ['report', 'image', 'svg', 'graph', 'otm', 'file'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The kind of record that is exported. */
export const exportSubjects = {
  report: 'threatModel',
  image: 'canvas',
  svg: 'canvas',
  graph: 'canvas',
  otm: 'threatModel',
  file: 'threatModel',
} as const satisfies Record<ExportKind, 'canvas' | 'threatModel'>;

/** The formats of a report, the first one is the usual one. */
export const reportFormatNames = ['pdf', 'html', 'docx'] as const satisfies ReportFormat[];
const reportFormat = z.enum(reportFormatNames);

/** The other formats of a model that the window offers, by what people do with them. */
export const fileFormatGroups = {
  register: ['xlsx', 'csv', 'markdown', 'jira', 'defectdojo', 'sarif'],
  diagram: ['mermaid', 'drawio'],
  model: ['otm', 'otm-yaml'],
  graph: ['arrows', 'apoc', 'cypher'],
} as const satisfies Record<string, FileFormatName[]>;
const fileFormat = z.enum(Object.values(fileFormatGroups).flat());
export type OfferedFormat = z.infer<typeof fileFormat>;

/** `id` is the ID of the canvas or of the threat model. */
export const exportSource = z.object({
  kind: z.enum(exportKinds),
  id: z.string(),
  /** The format of a report or a file. */
  format: z.union([reportFormat, fileFormat]).optional(),
});
export type ExportSource = z.infer<typeof exportSource>;

/** The choices for a report that the next one begins with. */
const reportOptions = z.object({
  // The choices of an earlier version have no format.
  format: reportFormat.catch('pdf'),
  comments: z.boolean(),
  /** The owner of models that are only on this computer. */
  owner: z.string().max(200),
  classification: z.string().max(60),
  footer: z.string().max(120),
});

/** The choices for an image. */
export const imageOptions = z.object({
  badges: z.boolean(),
  legend: z.boolean(),
  title: z.boolean(),
  background: z.boolean(),
  scale: z.union([z.literal(1), z.literal(2), z.literal(4)]),
}) satisfies z.ZodType<ImageOptions>;

/** `dataUrl` is for a preview. */
export const logo = z.object({ name: z.string(), dataUrl: z.string() });
export type Logo = z.infer<typeof logo>;

/** The kinds of export in the dialog. */
export const chosenKinds = ['report', 'image', 'file'] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** All remembered choices. */
export const exportOptions = z.object({
  report: reportOptions,
  image: imageOptions,
  logo: logo.nullable(),
  /** The last format of other files. */
  format: fileFormat.catch('xlsx'),
  /** The kind that the dialog shows first. */
  kind: z.enum(chosenKinds).catch('report'),
});
export type ExportOptions = z.infer<typeof exportOptions>;

/** An export with the choices for it. `canvasIds` is `null` for the whole model. */
export const exportOrder = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('report'),
    id: z.string(),
    canvasIds: z.array(z.string()).nullable(),
    /** The name of the model's owner. Empty for the one that the service has. */
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
]);
export type ExportOrder = z.infer<typeof exportOrder>;
