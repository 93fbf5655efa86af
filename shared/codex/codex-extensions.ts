import { z } from 'zod';
import { extensionsAtMost, type Extensions } from '../api/codex-extensions.ts';
import { ownRule, type OwnRule } from '../suggestions/own-rule.ts';

/**
 * The rules and frameworks that this version of the app can read. `api/codex-extensions.ts`
 * describes the whole document.
 */

const line = z.string().trim().min(1).max(500);

export const framework = z.object({
  id: z.string().min(1).max(200),
  title: line,
  controls: z
    .array(
      z.object({
        id: line,
        title: z.string().trim().max(500).default(''),
        /**
         * The titles of the mitigations that meet this control, and the names of controls in other
         * frameworks that meet it.
         */
        metBy: z.array(line).max(200).default([]),
      }),
    )
    .max(5000),
});
export type Framework = z.infer<typeof framework>;

export const noExtensions: Extensions = { rules: [], frameworks: [], disabledRules: [] };

export type ReadExtensions = {
  rules: OwnRule[];
  frameworks: Framework[];
  disabledRules: string[];
  /**
   * Rules and frameworks that were written by a newer app or are damaged. The app keeps them but does
   * not use them.
   */
  unreadable: { id: string; reason: string }[];
};

/** Reads the items that this version understands, and lists all others as unreadable. */
export const readExtensions = (document: Extensions): ReadExtensions => {
  const unreadable: ReadExtensions['unreadable'] = [];
  const read = <Item>(schema: z.ZodType<Item>, items: Extensions['rules']): Item[] =>
    items.flatMap((item) => {
      const { data, error } = schema.safeParse(item);
      if (data) return [data];
      unreadable.push({ id: item.id, reason: error?.issues[0]?.message ?? '' });
      return [];
    });
  return {
    rules: read(ownRule, document.rules),
    frameworks: read(framework, document.frameworks),
    disabledRules: document.disabledRules,
    unreadable,
  };
};

const identified = z.looseObject({ id: z.string().min(1).max(200), title: line });

/**
 * The schema of the document that the window and the store exchange. Items need only an ID and a
 * title, so that items of a newer app pass too.
 */
export const extensionsDocument: z.ZodType<Extensions> = z.looseObject({
  rules: z.array(identified).max(extensionsAtMost.rules),
  frameworks: z.array(identified).max(extensionsAtMost.frameworks),
  disabledRules: z.array(z.string().max(200)).max(2000),
});

export const extensionChangesAtOnce = 2500;

const extensionKinds = ['rules', 'frameworks'] as const;

/**
 * A change that a person made to the document. `put` adds an item, or replaces the item with the same
 * ID.
 */
export const extensionsChange = z.union([
  z.object({ put: z.enum(extensionKinds), item: identified }),
  z.object({ remove: z.enum(extensionKinds), id: z.string() }),
  z.object({ rule: z.string().max(200), isDisabled: z.boolean() }),
]);
export type ExtensionsChange = z.infer<typeof extensionsChange>;

/**
 * Returns the document after the changes. Throws if the new document has more items than a service
 * stores.
 */
export const changedExtensions = (
  document: Extensions,
  changes: readonly ExtensionsChange[],
): Extensions => {
  const lists = {
    rules: new Map(document.rules.map((item) => [item.id, item])),
    frameworks: new Map(document.frameworks.map((item) => [item.id, item])),
  };
  const disabled = new Set(document.disabledRules);
  for (const change of changes) {
    if ('put' in change) lists[change.put].set(change.item.id, change.item);
    else if ('remove' in change) lists[change.remove].delete(change.id);
    else if (change.isDisabled) disabled.add(change.rule);
    else disabled.delete(change.rule);
  }
  return extensionsDocument.parse({
    ...document,
    rules: [...lists.rules.values()],
    frameworks: [...lists.frameworks.values()],
    disabledRules: [...disabled],
  });
};

/**
 * `sharing` is `unknown` until the service has answered, `shared` if the service has the document,
 * `local` if the service cannot store a document, and `refused` if the account may not change the
 * document.
 */
export const extensionsState = z.object({
  document: extensionsDocument,
  isPending: z.boolean(),
  sharing: z.enum(['unknown', 'shared', 'local', 'refused']),
});
export type ExtensionsState = z.infer<typeof extensionsState>;
