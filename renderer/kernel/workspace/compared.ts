import { create } from 'zustand';
import type { VersionSource } from '#shared/desktop/versions.ts';

export type Compared = {
  canvasId: string;
  one: VersionSource;
  /** The version that `one` is compared with, or `null` if the dialog shows only `one`. */
  other: VersionSource | null;
};

/** The versions in the compare dialog, or `null` while the dialog is closed. */
export const useCompared = create<{ compared: Compared | null }>(() => ({ compared: null }));

export const compareWithNow = (canvasId: string, one: VersionSource): void =>
  useCompared.setState({ compared: { canvasId, one, other: { from: 'now', canvasId } } });

export const previewVersion = (canvasId: string, one: VersionSource): void =>
  useCompared.setState({ compared: { canvasId, one, other: null } });

export const compareWithService = (canvasId: string): void =>
  compareWithNow(canvasId, { from: 'service', canvasId });

export const chooseSides = (sides: Pick<Compared, 'one' | 'other'>): void =>
  useCompared.setState(({ compared }) => ({ compared: compared && { ...compared, ...sides } }));

export const closeCompared = (): void => useCompared.setState({ compared: null });
