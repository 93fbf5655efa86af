import { readModelFile } from '#shared/foreign/read-model-file.ts';
import type { OtmReading } from '#shared/otm/content.ts';

/**
 * A file to read. If `laysOut` is true, elements without a position are laid out. If `from` is given,
 * files of any other format are refused.
 */
export type ReadJob = { bytes: Uint8Array; name: string; laysOut: boolean; from?: string };

export const readJob = async ({ bytes, name, laysOut, from }: ReadJob): Promise<OtmReading> => {
  const reading = readModelFile(bytes, name, from);
  return laysOut ? await laidOut(reading) : reading;
};

/**
 * Lays out the elements that have no position. The code of the layout is loaded only if there are such
 * elements, because loading it takes longer than everything else.
 */
const laidOut = async (reading: OtmReading): Promise<OtmReading> => {
  if (!reading.ok || reading.models.every(({ unplaced }) => unplaced.length === 0)) return reading;
  const { layOutUnplaced } = await import('#shared/layout/lay-out-unplaced.ts');
  const { computeLayout } = await import('#shared/layout/compute-layout.ts');
  return await layOutUnplaced(reading, computeLayout);
};
