import { z } from 'zod';

/** What can be saved as a file. */
const exportKinds = ['report', 'image', 'svg', 'graph', 'otm'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The record that a file is made of. */
export const exportSubjects = {
  report: 'canvas',
  image: 'canvas',
  svg: 'canvas',
  graph: 'canvas',
  otm: 'threatModel',
} as const satisfies Record<ExportKind, 'canvas' | 'threatModel'>;

/** `id` is that of the canvas, or of the threat model. */
export const exportSource = z.object({ kind: z.enum(exportKinds), id: z.string() });
export type ExportSource = z.infer<typeof exportSource>;
