import i18next from 'i18next';
import { sizeOf, type Position } from '#shared/canvas/document.ts';
import { boxAround, boxOf, centreOf, isBoundary, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { drawTextDiagram } from '#shared/canvas/text/draw-text-diagram.ts';
import { readTextDiagram } from '#shared/canvas/text/text-diagram.ts';
import { readClip, type Clip, type Standing } from '#shared/desktop/clip.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { pasteElements, type Carried, type Kept } from '../changes/paste-elements.ts';
import type { ClipboardContent } from './clipboard-content.ts';
import { componentIdsIn, fetchStandings } from './fetch-components.ts';
import { kindOfText } from './kind-of-text.ts';
import { notePasteProblem } from './note-paste-problem.tsx';
import { offerSame } from './offer-same.ts';
import { askPaste } from './paste-question.ts';
import { besideOthers, placePaste } from './place-paste.ts';

/** Where the hand is on the canvas, if anywhere, what is seen of it, and how more is shown. */
type Place = { at: Position | null; view: Box; show: (box: Box) => void };
type Way = Place & { asSame: boolean };

const canvas = useCanvas.getState;

export const pasteContent = async (content: ClipboardContent, way: Way): Promise<void> => {
  if (content.clip === '') return await pasteText(content.text, way);
  const read = readClip(content.clip);
  if (read.ok) await pasteClip(read.clip, way);
  else notePasteProblem(read.problem);
};

const pasteClip = async (clip: Clip, way: Way): Promise<void> => {
  const { canvasId } = canvas();
  if (canvasId === null) return;
  const standings = await fetchStandings(componentIdsIn(clip), canvasId);
  const kept = await whichToKeep(clip, { canvasId, standings, asSame: way.asSame });
  if (!kept || canvas().canvasId !== canvasId) return;
  const origins = pasteAt(clip, { ...way, key: clip.id, kept });
  broughtBack.add(clip.id);
  if (clip.canvasId !== canvasId) return;
  const here = [...standings.values()].filter(({ isDeleted }) => !isDeleted);
  offerSame(origins, new Set(here.map(({ id }) => id)));
};

/** What was cut comes back once; pasted again, it is copied. */
const broughtBack = new Set<string>();

type Ground = { canvasId: string; standings: ReadonlyMap<string, Standing>; asSame: boolean };

/** `null` where the person was asked and thought better of it. */
const whichToKeep = async (clip: Clip, ground: Ground): Promise<Kept | null> => {
  const { canvasId, standings, asSame } = ground;
  const isOwn = clip.canvasId === canvasId;
  const isBack = isOwn && clip.isCut && !clip.nodes.some(isThere);
  const those = (isKept: (standing: Standing) => boolean): Kept =>
    new Map([...standings].filter(([, standing]) => isKept(standing)));
  if (asSame || (isBack && !broughtBack.has(clip.id))) return standings;
  if (isOwn) return those(({ isDeleted }) => isBack && isDeleted);
  const here = those(({ isDeleted }) => !isDeleted);
  if (here.size === 0) return here;
  const titles = [...here.values()].map(({ title }) => title);
  const answer = await askPaste({ about: 'components', titles });
  return answer === null ? null : answer === 'same' ? here : noneKept;
};

const isThere = ({ id }: { id: string }): boolean => nodeById(canvas().document, id) !== undefined;

const noneKept: Kept = new Map();

/** With so many lines it may well be something else that was copied. */
const fewLines = 500;

const pasteText = async (text: string, way: Way): Promise<void> => {
  const kind = kindOfText(text);
  if (kind !== 'lines') return notePasteProblem(kind);
  const { canvasId } = canvas();
  const count = text.split('\n').length;
  if (count > fewLines && (await askPaste({ about: 'lines', count })) !== 'paste') return;
  if (canvasId === null || canvas().canvasId !== canvasId) return;
  const { document } = canvas();
  const others = document.nodes
    .filter((node) => !isBoundary(node))
    .map((node) => boxOf(document, node));
  const diagram = readTextDiagram(text);
  const fragment = drawTextDiagram(document, diagram);
  if (diagram.nodes.length === 0) notePasteProblem('nothing');
  else if (fragment.nodes.length + fragment.edges.length === 0) notePasteProblem('known');
  else {
    // Lines have no place of their own to keep.
    const at = way.at ?? centreOf(way.view);
    pasteAt({ ...fragment, components: [] }, { ...way, at, key: text, kept: noneKept, others });
  }
};

/** What was pasted last, and how often at one place. */
let last = { key: '', place: '', times: 0 };

const pasteAt = (
  carried: Carried,
  { at, view, show, key, kept, others = [] }: Place & { key: string; kept: Kept; others?: Box[] },
): ReadonlyMap<string, string> => {
  const { canvasId, commit, select } = canvas();
  const tops = carried.nodes.filter(({ parentId }) => parentId === undefined);
  const box = boxAround(tops.map((node) => ({ ...node.position, ...sizeOf(node) })));
  const place = JSON.stringify([canvasId, at]);
  const times = last.key === key && last.place === place ? last.times : 0;
  const isBesideOriginal = carried.nodes.some(isThere);
  const by = box
    ? besideOthers(box, placePaste({ box, at, view, isBesideOriginal, times }), others)
    : { x: 0, y: 0 };
  const { ids, edit, origins } = pasteElements(canvas(), carried, { by, kept });
  if (ids.length === 0 && edit.operation?.length === 0) {
    notePasteProblem('flows');
    return origins;
  }
  last = { key, place, times: times + 1 };
  commit(edit);
  select(ids);
  if (box && (box.width > view.width || box.height > view.height)) {
    show({ ...box, x: box.x + by.x, y: box.y + by.y });
  }
  announcePasted(tops);
  return origins;
};

/** How many are selected is said anyway; of a single one it is said which. */
const announcePasted = ([first, second]: Carried['nodes']): void => {
  const label = first?.data.label;
  if (label === undefined || second) return;
  announce(i18next.t('pasted', { ns: 'clipboard', label }));
};
