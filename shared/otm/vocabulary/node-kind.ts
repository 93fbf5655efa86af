import {
  componentKindNames,
  defaultKind,
  elementKinds,
  isComponentKind,
  type ComponentElementKind,
} from '../../canvas/element-kinds.ts';

const kindOfWord = new Map<string, ComponentElementKind>(
  componentKindNames.flatMap((kind) =>
    elementKinds[kind].otm.words.split(/\s+/).map((word) => [word, kind] as const),
  ),
);

const wordsOf = (type: string): string[] =>
  type
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Returns the kind that the type of an OTM component means, or else the default kind. */
export const kindOfType = (type: string): ComponentElementKind => {
  if (isComponentKind(type)) return type;
  const byPrefix = componentKindNames.find((kind) => elementKinds[kind].otm.prefix.test(type));
  if (byPrefix) return byPrefix;
  const found = new Set(wordsOf(type).map((word) => kindOfWord.get(word)));
  return componentKindNames.find((kind) => found.has(kind)) ?? defaultKind;
};
