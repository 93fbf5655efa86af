import { create } from 'zustand';
import type { ReportedModel } from './import-report.tsx';

export type FileReport = { fileName: string; models: readonly ReportedModel[] };

/** The report of an import that is done, opened again from its notification. */
export const useShownReport = create<{ report: FileReport | null }>(() => ({ report: null }));

export const showReport = (report: FileReport): void => useShownReport.setState({ report });
export const closeReport = (): void => useShownReport.setState({ report: null });
