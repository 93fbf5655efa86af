import type { CanvasDocument, Size } from '#shared/canvas/document.ts';
import type { OpenThreats } from '#shared/canvas/open-threats.ts';
import type { ImageOptions } from '#shared/drawing/image-options.ts';
import type { FileFormatName, ReportFormat } from '#shared/exports/export-formats.ts';
import type { ModelContent, OtmReading } from '#shared/otm/content.ts';
import type { ReportChoice, ReportRecords } from '#shared/report/report-of.ts';
import type { JsonText } from '../database/json-text.ts';
import type { ModelRecords } from '../modules/threat-models/model-records.ts';

type Drawing = JsonText<CanvasDocument>;
type DrawingWithThreats = { drawing: Drawing; threats: OpenThreats };
type Picture = DrawingWithThreats & { title: string; options: ImageOptions };

/**
 * The input and output of each kind of document. Canvases are passed as stored JSON, and JSON is
 * returned as text, because parsing and writing JSON would take the service's own thread longer than all
 * its other work for a document.
 */
export type Work = {
  report: {
    of: { records: ReportRecords; choice: ReportChoice; format?: ReportFormat };
    made: Uint8Array;
  };
  /**
   * A threat model in a format of `shared/exports/export-formats.ts`. `notice` is a sentence if the model
   * exceeds a limit of the format.
   */
  file: {
    of: { model: ModelContent; format: FileFormatName };
    made: { content: string | Uint8Array; notice: string | null };
  };
  /** Loads everything that the next report needs, so that it takes less time. */
  reportReadiness: { of: null; made: null };
  /** A canvas as a PNG. */
  image: { of: Picture; made: Uint8Array };
  svg: { of: Picture; made: string };
  /** The size of an image in pixels at a scale of 1. */
  extent: { of: Picture; made: Size };
  graph: { of: DrawingWithThreats; made: string };
  /** A threat model as an OTM document. */
  otm: { of: ModelRecords; made: string };
  /** Reads an imported OTM file. */
  reading: { of: Uint8Array; made: OtmReading };
  /** Reads a file that is probably imported next, so that its `reading` takes no time. */
  readingAhead: { of: Uint8Array; made: null };
};

export type WorkKind = keyof Work;
