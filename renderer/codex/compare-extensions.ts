import type { Extensions } from '#shared/api/codex-extensions.ts';
import { noExtensions, type ExtensionsChange } from '#shared/codex/codex-extensions.ts';
import type { CodexFile } from '#shared/codex/codex-file.ts';
import { same } from '#shared/merge/same-value.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';

type Compared = {
  /**
   * Changes that add missing rules and frameworks, and changes that switch off the rules that the file
   * lists as disabled.
   */
  missing: ExtensionsChange[];
  /**
   * Changes that replace an existing rule or framework, because the file has a different one with the
   * same ID.
   */
  different: { id: string; title: string; change: ExtensionsChange }[];
};

/**
 * Compares the rules and frameworks of a file with the existing ones by ID, and returns the changes that
 * add or replace them.
 */
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
