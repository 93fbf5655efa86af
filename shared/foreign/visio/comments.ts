import { defined } from '../../otm/fields.ts';
import type { ForeignCanvas } from '../foreign-model.ts';
import { tidy } from '../plain-text.ts';
import { childNamed, childrenNamed, type XmlElement } from '../xml.ts';

/** A comment on a shape. If `shape` is empty, it is a comment on the page. */
export type VisioComment = { page: string; shape: string; text: string };

/** Returns the comments on each page, by the ID of the page. */
export const commentsOf = (
  root: XmlElement | undefined,
): ReadonlyMap<string, readonly VisioComment[]> => {
  const authors = new Map(
    childrenNamed(childNamed(root, 'AuthorList'), 'AuthorEntry').map(({ attributes }) => [
      attributes.get('ID'),
      attributes.get('Name') ?? '',
    ]),
  );
  const comments = childrenNamed(childNamed(root, 'CommentList'), 'CommentEntry')
    .filter(({ whole }) => whole.trim() !== '')
    .map(({ attributes, whole }): VisioComment => {
      const author = authors.get(attributes.get('AuthorID')) ?? '';
      return {
        page: attributes.get('PageID') ?? '',
        shape: attributes.get('ShapeID') ?? '',
        text: author === '' ? tidy(whole) : `${author}: ${tidy(whole)}`,
      };
    });
  return Map.groupBy(comments, ({ page }) => page);
};

/**
 * Adds the comments on a page to the attributes of its elements and flows. Comments on other shapes are
 * added to the attributes of the canvas.
 */
export const withComments = (
  canvas: ForeignCanvas,
  comments: readonly VisioComment[],
  elementOf: ReadonlyMap<string, string>,
): ForeignCanvas => {
  const known = new Set([...canvas.elements, ...canvas.flows].map(({ id }) => id));
  const all = Map.groupBy(comments, ({ shape }) => {
    const id = elementOf.get(shape) ?? shape;
    return known.has(id) ? id : '';
  });
  // Each comment is used only once, even if the file repeats the ID of a shape.
  const take = (id: string): string | undefined => {
    const found = all.get(id)?.map(({ text }) => text);
    all.delete(id);
    return found?.join('\n');
  };
  const commented = <T extends ForeignCanvas['elements' | 'flows'][number]>(part: T): T => {
    const own = part.id === '' ? undefined : take(part.id);
    return own === undefined
      ? part
      : { ...part, attributes: { ...part.attributes, comments: own } };
  };
  return {
    ...canvas,
    elements: canvas.elements.map(commented),
    flows: canvas.flows.map(commented),
    attributes: defined({ comments: take('') }),
  };
};
