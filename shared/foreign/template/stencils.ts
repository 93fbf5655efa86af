import { childNamed, childrenNamed, textIn, type XmlElement } from '../xml.ts';
import type { NamesOf } from './translate-filter.ts';

type Stencil = { id: string; name: string; parent: string };

/**
 * The maximum number of words in a name. A longer name is left out, because no rule finds it
 * (`suggestions/vocabulary.ts`).
 */
const maxWords = 5;
const maxNames = 40;

const isFindable = (name: string): boolean =>
  name.length <= 200 &&
  /[\p{L}\p{N}]/u.test(name) &&
  name.split(/[^\p{L}\p{N}+#]+/u).filter((word) => word !== '').length <= maxWords;

/** Reads a stencil, whose ID and parent have other names in a template file than in a model. */
const stencilOf = (type: XmlElement): Stencil => ({
  id: textIn(type, 'Id') || textIn(type, 'ID'),
  name: textIn(type, 'Name'),
  parent: (textIn(type, 'ParentId') || textIn(type, 'ParentElement')).toLowerCase(),
});

/**
 * Returns a function that returns the names by which a rule finds the elements of a stencil. These are
 * the names and IDs of the stencil and of all stencils that derive from it. The IDs are included,
 * because the type of an imported element is the ID of its stencil.
 */
export const templateStencils = (knowledge: XmlElement): NamesOf => {
  const stencils = ['GenericElements', 'StandardElements'].flatMap((list) =>
    childrenNamed(childNamed(knowledge, list), 'ElementType').map(stencilOf),
  );
  const byId = new Map(stencils.map((stencil) => [stencil.id.toLowerCase(), stencil]));
  const children = Map.groupBy(stencils, ({ parent }) => parent);
  return (wanted) => {
    const found = new Set<Stencil>();
    const first = byId.get(wanted.toLowerCase());
    if (first) found.add(first);
    // The loop also visits the stencils that it adds. The set holds each stencil only once, so the
    // loop ends even if stencils derive from each other in a cycle.
    for (const { id } of found) {
      for (const child of children.get(id.toLowerCase()) ?? []) {
        if (found.size < maxNames) found.add(child);
      }
    }
    const names = [...found].flatMap(({ id, name }) => [name, id]);
    return [...new Set(names.filter(isFindable))];
  };
};
