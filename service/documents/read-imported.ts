import type { OtmReading } from '#shared/otm/content.ts';

/** The last file that was read ahead. A runner that is idle for a minute ends, and forgets it. */
let ahead: { bytes: Uint8Array; reading: OtmReading } | null = null;

/** Reads an OTM file. Lays out the canvases for which the file has no positions. */
export const readImported = async (bytes: Uint8Array): Promise<OtmReading> => {
  const { readOtm } = await import('#shared/otm/read-otm.ts');
  const read = readOtm(bytes);
  if (!read.ok || read.models.every(({ unplaced }) => unplaced.length === 0)) return read;
  const { layOutUnplaced } = await import('#shared/layout/lay-out-unplaced.ts');
  const { computeLayout } = await import('#shared/layout/compute-layout.ts');
  return await layOutUnplaced(read, computeLayout);
};

/** Reads a file and keeps the result for `takeReading`, instead of the result of an earlier file. */
export const readAhead = async (bytes: Uint8Array): Promise<void> => {
  ahead = null;
  ahead = { bytes, reading: await readImported(bytes) };
};

/** Returns the kept result for a file with exactly these bytes, or `null`. Forgets it in both cases. */
export const takeReading = (bytes: Uint8Array): OtmReading | null => {
  const kept = ahead;
  ahead = null;
  return kept && Buffer.compare(kept.bytes, bytes) === 0 ? kept.reading : null;
};
