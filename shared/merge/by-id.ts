export const byId = <Item extends { readonly id: string }>(
  items: readonly Item[],
): Map<string, Item> => new Map(items.map((item) => [item.id, item]));
