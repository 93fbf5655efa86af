import type { Extensions } from '#shared/api/codex-extensions.ts';
import { noExtensions, type ExtensionsChange } from '#shared/codex/codex-extensions.ts';
import type { CodexFile } from '#shared/codex/codex-file.ts';
import { same } from '#shared/merge/same-value.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';

type Compared = {
  /** Changes that add missing rules and frameworks. */
  missing: ExtensionsChange[];
  /** Changes that replace existing rules and frameworks that differ from those of the file. */
  different: { id: string; title: string; change: ExtensionsChange }[];
};

/** Compares the rules and frameworks of a file with the existing ones, by ID. */
export const compareExtensions = (
  file: CodexFile['extensions'],
  known: Extensions = useExtensions.getState().state?.document ?? noExtensions,
): Compared => {
  const compared: Compared = { missing: [], different: [] };
  for (const kind of ['rules', 'frameworks'] as const) {
    const stored = new Map(known[kind].map((item) => [item.id, item]));
    for (const item of file[kind]) {
      const found = stored.get(item.id);
      const change: ExtensionsChange = { put: kind, item };
      if (!found) compared.missing.push(change);
      else if (!same(found, item)) {
        compared.different.push({ id: item.id, title: item.title, change });
      }
    }
  }
  for (const rule of file.disabledRules) {
    if (!known.disabledRules.includes(rule)) compared.missing.push({ rule, isDisabled: true });
  }
  return compared;
};
