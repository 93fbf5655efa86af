import type { Element } from './element-fields.ts';

export const byId = <E extends Element>(elements: readonly E[]): Map<string, E> =>
  new Map(elements.map((element) => [element.id, element]));
