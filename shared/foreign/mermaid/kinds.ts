import { elementKindNames, elementKinds, roleOf } from '../../canvas/element-kinds.ts';
import { kindOfType } from '../../otm/vocabulary/node-kind.ts';
import type { ForeignElement } from '../foreign-model.ts';

/** The shapes that mean a data store. */
const stores = new Set([
  'cylinder',
  'cyl',
  'db',
  'database',
  'lin-cyl',
  'disk',
  'h-cyl',
  'das',
  'datastore',
  'data-store',
  'bow-rect',
  'stored-data',
  'subroutine-store',
]);

/**
 * The classes that mean a kind: those that Parapet's own export writes, and `external`, which many
 * charts have.
 */
const kindsOfClasses: ReadonlyMap<string, ForeignElement['kind']> = new Map([
  ...elementKindNames
    .filter((kind) => roleOf(kind) !== 'boundary')
    .map((kind) => [elementKinds[kind].textWords[0], kind] as const),
  ['external', 'externalEntityNode'],
]);

/** Tells if a class means a kind. */
export const isKindClass = (name: string | undefined): boolean => kindsOfClasses.has(name ?? '');

/**
 * Returns the kind of a node. The class of the node decides, or else its shape, or else its name.
 */
export const kindOfNode = (
  shape: string,
  className: string | undefined,
  name: string,
): ForeignElement['kind'] => {
  const stated = kindsOfClasses.get(className ?? '');
  if (stated) return stated;
  if (stores.has(shape)) return 'dataStoreNode';
  return isOutside(name) ? 'externalEntityNode' : 'processNode';
};

/** Words for people that are no words of component types. */
const people = new Set(['developer', 'engineer', 'insider']);

/** Words that make a name the name of a step, although the name ends with a person: "Notify user". */
const stepWords = new Set(
  `add ask assign authenticate authorize block by call check create delete edit fetch find for
  from get identify inform invite is load login manage notify of open read redirect register
  reject remove return save search select send show to update validate verify`.split(/\s+/),
);

/**
 * Tells if a name means a person or a client outside the system. Such a name has at most three words,
 * and the last word decides: "End user" and "Web browser" are outside, but "User service" is not.
 */
const isOutside = (name: string): boolean => {
  const words = name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const isStep = name.endsWith('?') || words.some((word) => stepWords.has(word));
  return (
    words.length <= 3 && !isStep && (people.has(last) || kindOfType(last) === 'externalEntityNode')
  );
};
