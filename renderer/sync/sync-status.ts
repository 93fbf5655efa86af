import { create } from 'zustand';
import type { SyncStatus } from '#shared/desktop/contract.ts';

/** As the main process last announced it; `null` until it has. */
export const useSyncStatus = create<{ status: SyncStatus | null }>(() => ({ status: null }));
