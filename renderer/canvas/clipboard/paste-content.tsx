import i18next from 'i18next';
import { sizeOf, type Position } from '#shared/canvas/document.ts';
import type { Fragment } from '#shared/canvas/edits/copy.ts';
import { boxAround, boxOf, centreOf, isBoundary, type Box } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasChange } from '#shared/canvas/operation.ts';
import { drawTextDiagram } from '#shared/canvas/text/draw-text-diagram.ts';
import { readTextDiagram } from '#shared/canvas/text/text-diagram.ts';
import {
  componentsAtOnce,
  readClip,
  type Clip,
  type ComponentCopy,
  type ExistingComponent,
} from '#shared/desktop/clip.ts';
import { runCommand } from '../../kernel/commands/use-command.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { inTurn } from '../../kernel/desktop/in-turn.ts';
import { hideTopic, Notice, showInPlace } from '../../ui/notice.tsx';
import { pasteElements, type Carried, type KeptComponents } from '../edits/paste-elements.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { keepClear } from '../viewport/navigation.ts';
import { offer } from '../words/notices.tsx';
import { kindOfText, type ClipboardContent } from './clipboard-content.ts';
import { askPaste } from './paste-dialog.tsx';
import { besideOthers, pasteOffset } from './paste-offset.ts';

/**
 * The target of a paste. `at` is the position of the pointer or the menu, or `null` if there is none.
 * `view` is the visible part of the canvas. `show` makes a box visible.
 */
type PasteTarget = { at: Position | null; view: Box; show: (box: Box) => void };
type PasteOptions = PasteTarget & { asSame: boolean };

const canvas = useCanvas.getState;

export const pasteContent = async (
  content: ClipboardContent,
  options: PasteOptions,
): Promise<void> => {
  if (content.clip === '') return await pasteText(content.text, options);
  const read = readClip(content.clip);
  if (read.ok) await pasteClip(read.clip, options);
  else notePasteProblem(read.problem);
};

const pasteClip = async (clip: Clip, options: PasteOptions): Promise<void> => {
  const { canvasId } = canvas();
  if (canvasId === null) return;
  const standings = await fetchStandings(componentIdsIn(clip), canvasId);
  const keptComponents = await whichToKeep(clip, { canvasId, standings, asSame: options.asSame });
  if (!keptComponents || canvas().canvasId !== canvasId) return;
  const origins = pasteAt(clip, { ...options, key: clip.id, keptComponents });
  broughtBack.add(clip.id);
  if (clip.canvasId !== canvasId) return;
  const existing = [...standings.values()].filter(({ isDeleted }) => !isDeleted);
  offerSame(origins, new Set(existing.map(({ id }) => id)));
};

/**
 * The IDs of all pasted clips. They show whether a paste is the first one of its clip. If cut elements
 * are pasted for the first time, on the canvas from which they were cut, they keep all their
 * components. In a later paste on that canvas, they keep only deleted components, and get copies of
 * all others.
 */
const broughtBack = new Set<string>();

type PasteContext = {
  canvasId: string;
  standings: ReadonlyMap<string, ExistingComponent>;
  asSame: boolean;
};

/** Returns the components that pasted elements keep, or `null` if the person cancels the dialog. */
const whichToKeep = async (clip: Clip, context: PasteContext): Promise<KeptComponents | null> => {
  const { canvasId, standings, asSame } = context;
  const isOwn = clip.canvasId === canvasId;
  const isBack = isOwn && clip.isCut && !clip.nodes.some(isOnCanvas);
  const standingsWhere = (matches: (standing: ExistingComponent) => boolean): KeptComponents =>
    new Map([...standings].filter(([, standing]) => matches(standing)));
  if (asSame || (isBack && !broughtBack.has(clip.id))) return standings;
  if (isOwn) return standingsWhere(({ isDeleted }) => isBack && isDeleted);
  const existing = standingsWhere(({ isDeleted }) => !isDeleted);
  if (existing.size === 0) return existing;
  const titles = [...existing.values()].map(({ title }) => title);
  const answer = await askPaste({ about: 'components', titles });
  return answer === null ? null : answer === 'same' ? existing : noComponents;
};

const isOnCanvas = ({ id }: { id: string }): boolean =>
  nodeById(canvas().document, id) !== undefined;

const noComponents: KeptComponents = new Map();

/**
 * The largest number of lines that are pasted without a question. The person may have copied a longer
 * text by mistake, so a dialog asks whether to paste it.
 */
const fewLines = 500;

const pasteText = async (text: string, options: PasteOptions): Promise<void> => {
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
    // Pasted lines have no original position, so without a pointer they go to the center of the view.
    const at = options.at ?? centreOf(options.view);
    pasteAt(
      { ...fragment, components: [] },
      { ...options, at, key: text, keptComponents: noComponents, others },
    );
  }
};

/** The last pasted content, its position, and how often it was pasted there. */
let last = { key: '', position: '', times: 0 };

const pasteAt = (
  carried: Carried,
  {
    at,
    view,
    show,
    key,
    keptComponents,
    others = [],
  }: PasteTarget & { key: string; keptComponents: KeptComponents; others?: Box[] },
): ReadonlyMap<string, string> => {
  const { canvasId, commit, select } = canvas();
  const tops = carried.nodes.filter(({ parentId }) => parentId === undefined);
  const box = boxAround(tops.map((node) => ({ ...node.position, ...sizeOf(node) })));
  const position = JSON.stringify([canvasId, at]);
  const times = last.key === key && last.position === position ? last.times : 0;
  const isBesideOriginal = carried.nodes.some(isOnCanvas);
  const by = box
    ? besideOthers(box, pasteOffset({ box, at, view, isBesideOriginal, times }), others)
    : { x: 0, y: 0 };
  const { ids, edit, origins } = pasteElements(canvas(), carried, { by, keptComponents });
  if (ids.length === 0 && edit.operation?.length === 0) {
    notePasteProblem('flows');
    return origins;
  }
  last = { key, position, times: times + 1 };
  commit(edit);
  select(ids);
  if (box && (box.width > view.width || box.height > view.height)) {
    show({ ...box, x: box.x + by.x, y: box.y + by.y });
  } else keepClear(ids);
  announcePasted(tops);
  return origins;
};

/**
 * Announces a single pasted element by its name. Several elements are announced as the new
 * selection.
 */
const announcePasted = ([first, second]: Carried['nodes']): void => {
  const label = first?.data.label;
  if (label === undefined || second) return;
  announce(i18next.t('pasted', { ns: 'clipboard', label }));
};

export const componentIdsIn = ({ nodes, edges }: Fragment): string[] => [
  ...new Set([...nodes, ...edges].flatMap(({ data }) => data?.componentId ?? [])),
];

/**
 * Calls `ask` with at most `componentsAtOnce` components at a time, so that other requests do not wait
 * long. Each call waits until all earlier changes are stored.
 */
const inParts = async <Found,>(
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

/**
 * Returns the components that are in the model of the target canvas, and those that were deleted from
 * the target canvas. Leaves out all others.
 */
const fetchStandings = async (
  ids: readonly string[],
  canvasId: string,
): Promise<Map<string, ExistingComponent>> => {
  const found = await inParts(ids, (part) => desktop.component.existing({ ids: part, canvasId }));
  return new Map(found.map((each) => [each.id, each]));
};

type Problem = 'newer' | 'unreadable' | 'nothing' | 'flows' | 'known' | 'link' | 'json' | 'otm';

const problemNotice = 'paste-problem';
/** Problems that suggest the text is from a file that can be imported. */
const ofFile: ReadonlySet<Problem> = new Set(['json', 'otm']);

/** Shows why nothing was pasted and what to do instead. */
const notePasteProblem = (problem: Problem): void => {
  const t = i18next.getFixedT(null, 'clipboard');
  const text = t(`problem.${problem}`);
  const startImport = (): void => {
    hideTopic(problemNotice);
    runCommand('file.import');
  };
  showInPlace(problemNotice, {
    message: ofFile.has(problem) ? (
      <Notice action={t('problem.import')} onAction={startImport} text={text} />
    ) : (
      text
    ),
    closeButtonProps: { 'aria-label': t('close') },
  });
};

/**
 * After a paste on the same canvas, offers to link the pasted copies to their original components.
 * `origins` maps each copy to its original. `existing` has the originals that still exist.
 */
export const offerSame = (
  origins: ReadonlyMap<string, string>,
  existing: ReadonlySet<string>,
): void => {
  const copied = new Map([...origins].filter(([, origin]) => existing.has(origin)));
  if (copied.size === 0) return;
  const t = i18next.getFixedT(null, 'clipboard');
  offer({
    topic: 'copied-components',
    text: t('made', { count: copied.size }),
    action: t('make-same', { count: copied.size }),
    close: t('close'),
    run: () => makeSame(copied),
  });
};

const makeSame = (copied: ReadonlyMap<string, string>): void => {
  const { document, commit } = useCanvas.getState();
  const linkToOriginal = (kind: 'setNode' | 'setEdge') => {
    return ({
      id,
      data,
    }: {
      id: string;
      data?: { componentId?: string | undefined } | undefined;
    }) => {
      const origin = copied.get(data?.componentId ?? '');
      return origin === undefined ? [] : [{ kind, id, data: { componentId: origin } }];
    };
  };
  const operation: CanvasChange[] = [
    ...document.nodes.flatMap(linkToOriginal('setNode')),
    ...document.edges.flatMap(linkToOriginal('setEdge')),
  ];
  commit({
    label: 'clipboard.label.same',
    operation,
    records: [...copied.keys()].map((id) => ({ op: 'delete', kind: 'component', id })),
  });
};
