import type { VersionSource } from '#shared/desktop/versions.ts';

/** What an entry of the pickers stands for. */
export type Choice = VersionSource | null;

export const nothing = 'nothing';
export const file = 'file';

/** The value of a choice among the entries. */
export const valueOf = (choice: Choice): string => {
  if (!choice) return nothing;
  return choice.from === 'point' ? String(choice.id) : choice.from;
};

/** The choice behind a value; a file that was opened before is `opened`. */
export const choiceOf = (value: string, canvasId: string, opened: Choice): Choice => {
  switch (value) {
    case nothing:
      return null;
    case 'now':
    case 'service':
      return { from: value, canvasId };
    case file:
      return opened;
    default:
      return { from: 'point', id: Number(value) };
  }
};
