import { t } from '../locales/texts.ts';
import { maxTextLength } from './cut-text.ts';
import type { FileFormatName } from './export-formats.ts';
import type { RegisterContent } from './threat-rows.ts';

/** Returns a sentence, or `null` if the file has everything. */
type Notice = (content: RegisterContent) => string | null;

const cutTexts = (count: number): string | null =>
  count === 0 ? null : t('exports:notice.cut', { count, length: maxTextLength });

/** The formats with limits that a large model exceeds. */
const notices: Partial<Record<FileFormatName, () => Promise<Notice>>> = {
  jira: async () => {
    const { countCutDescriptions } = await import('./jira-csv.ts');
    return (content) => cutTexts(countCutDescriptions(content));
  },
  xlsx: async () => {
    const { countCutCells } = await import('./register-table.ts');
    return (content) => cutTexts(countCutCells(content));
  },
  mermaid: async () => {
    const { countLargeCharts, maxCharacters, maxFlows } = await import('./mermaid.ts');
    return (content) => {
      const count = countLargeCharts(content);
      const limits = { flows: maxFlows, characters: maxCharacters };
      return count === 0 ? null : t('exports:notice.mermaid', { count, ...limits });
    };
  },
};

/**
 * Returns a sentence for the person if the content exceeds a limit of a format, so that the file lacks
 * something or cannot be shown. Returns `null` otherwise.
 */
export const exportNotice = async (
  content: RegisterContent,
  format: FileFormatName,
): Promise<string | null> => (await notices[format]?.())?.(content) ?? null;
