import type { Fragment } from '#shared/canvas/edits/copy.ts';
import { componentsAtOnce, type ComponentCopy, type Standing } from '#shared/desktop/clip.ts';
import { desktop } from '../../app/desktop.ts';
import { inTurn } from '../../app/in-turn.ts';

export const componentIdsIn = ({ nodes, edges }: Fragment): string[] => [
  ...new Set([...nodes, ...edges].flatMap(({ data }) => data?.componentId ?? [])),
];

/** After all that was done before is stored; so many at a time that nothing else waits long. */
const inParts = async <Found>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<Found[]>,
): Promise<Found[]> => {
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += componentsAtOnce) {
    const part = ids.slice(at, at + componentsAtOnce);
    for (const each of await inTurn(() => ask(part))) found.push(each);
  }
  return found;
};

export const fetchCopies = async (ids: readonly string[]): Promise<ComponentCopy[]> =>
  await inParts(ids, (part) => desktop.component.copies({ ids: part }));

/** How components stand to the canvas they are to be pasted on; others are not of its model. */
export const fetchStandings = async (
  ids: readonly string[],
  canvasId: string,
): Promise<Map<string, Standing>> => {
  const found = await inParts(ids, (part) => desktop.component.standings({ ids: part, canvasId }));
  return new Map(found.map((each) => [each.id, each]));
};
