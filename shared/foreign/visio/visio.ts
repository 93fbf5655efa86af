import type { Position } from '../../canvas/document.ts';
import { t } from '../../locales/texts.ts';
import { defined } from '../../otm/fields.ts';
import { quoted } from '../../otm/notes.ts';
import { boundaryWords, lineBoundary } from '../curve.ts';
import type { ForeignCanvas, ForeignElement, ForeignFlow, ForeignModel } from '../foreign-model.ts';
import { nothingNoted, type ForeignNotes } from '../foreign-notes.ts';
import { areTwoComponents, touching } from '../touching.ts';
import { childNamed, childrenNamed, numberIn, type XmlElement } from '../xml.ts';
import { commentsOf, withComments, type VisioComment } from './comments.ts';
import { drawnOf, textsOf } from './elements.ts';
import { hasArrow, isBoundaryName, isDashed, isGaneSarson, isNamed } from './kinds.ts';
import { relatedParts, type VisioPackage } from './package.ts';
import { mastersOf, newAllowance, shapesOf, type VisioShape, type VisioSheet } from './shapes.ts';
import { stylesOf } from './styles.ts';

/** Reads a Visio drawing. Each page becomes a canvas, except background pages. */
export const readVisio = (parts: VisioPackage): ForeignModel => {
  const notes = nothingNoted();
  const masters = mastersOf(parts);
  const styles = stylesOf(parts.get('visio/document.xml'));
  const comments = commentsOf(parts.get('visio/comments.xml'));
  const allowance = newAllowance();
  const pages = childrenNamed(parts.get('visio/pages/pages.xml'), 'Page');
  const contents = relatedParts(parts, 'pages', pages);
  const canvases = pages.flatMap((page, at): ForeignCanvas[] => {
    const title = page.attributes.get('Name') ?? page.attributes.get('NameU') ?? `${at + 1}`;
    const content = contents.get(page);
    if (page.attributes.get('Background') === '1') {
      const message = t('imports:foreign.background');
      if (childNamed(content, 'Shapes')) notes.leftOut.push({ place: title, message });
      return [];
    }
    if (content) {
      const sheet = { masters, styles, allowance, ...measuresOf(page) };
      const own = comments.get(page.attributes.get('ID') ?? '') ?? [];
      return [canvasOf(page, content, { sheet, comments: own, title, notes, at })];
    }
    notes.leftOut.push({ place: title, message: t('imports:foreign.unreadable') });
    return [];
  });
  if (allowance.exceeded > 0) {
    const message = t('imports:foreign.inherited', { count: allowance.exceeded });
    notes.leftOut.push({ place: '$', message });
  }
  return { title: '', canvases, isDrawing: true, notes };
};

/** Returns the height of a page, in inches, and its scale. */
const measuresOf = (page: XmlElement) => {
  const cells = childrenNamed(childNamed(page, 'PageSheet'), 'Cell');
  const cell = (name: string) =>
    numberIn(cells.find(({ attributes }) => attributes.get('N') === name)?.attributes.get('V'));
  const scale = (cell('PageScale') ?? 1) / (cell('DrawingScale') ?? 1);
  const isUsable = Number.isFinite(scale) && scale > 0;
  return { height: cell('PageHeight') ?? 11, scale: isUsable ? scale : 1 };
};

type Page = {
  sheet: VisioSheet;
  comments: readonly VisioComment[];
  title: string;
  notes: ForeignNotes;
  at: number;
};

const canvasOf = (
  page: XmlElement,
  content: XmlElement,
  { sheet, comments, title, notes, at }: Page,
): ForeignCanvas => {
  const leaveOut = (message: string) => notes.leftOut.push({ place: title, message });
  const hiddenLayers = hiddenIn(childNamed(page, 'PageSheet'));
  const { shapes, hidden } = visibleAmong(shapesOf(content, sheet), hiddenLayers);
  if (hidden > 0) leaveOut(t('imports:foreign.hidden', { count: hidden }));
  const glued = connectsOf(content);
  const connected = new Set([...glued.values()].flatMap(({ begin, end }) => [begin, end]));
  const usesGaneSarson = isGaneSarson(sheet.masters);
  const drawn = drawnOf(shapes, { connected, glued: new Set(glued.keys()), usesGaneSarson });
  if (drawn.leftOut > 0) leaveOut(t('imports:foreign.unnamed-shapes', { count: drawn.leftOut }));
  const flows: ForeignFlow[] = [];
  const lines: ForeignElement[] = [];
  const isSmall = drawn.lines.length * drawn.elements.length < maxComparisons;
  for (const line of drawn.lines) {
    const touched = (point: Position | undefined) =>
      point && isSmall ? touching(drawn.elements, point) : undefined;
    const ends = glued.get(line.id);
    const [source, target] = [ends?.begin, ends?.end].map((id) => drawn.elementOf.get(id ?? ''));
    const isGlued = source !== undefined || target !== undefined;
    const [first, last] = isGlued ? [] : [touched(line.begin), touched(line.end)];
    const canBeBoundary = !isGlued && !areTwoComponents(first, last);
    if (isBoundaryName(line) || (canBeBoundary && isLikeBoundary(line))) {
      lines.push(boundaryLine(line));
    } else if (!isGlued && first === last) {
      leaveOut(t('imports:foreign.loose-line', { line: quoted(line.text || line.id) }));
    } else flows.push(flowOf(line, source, target));
  }
  const id = `page-${page.attributes.get('ID') ?? at}`;
  const canvas = { id, title, elements: [...drawn.elements, ...lines], flows };
  return withComments(canvas, comments, drawn.elementOf);
};

/** Tells if a line that connects nothing is drawn or named like a boundary. */
const isLikeBoundary = (line: VisioShape): boolean =>
  (isDashed(line) || boundaryWords.test(textsOf(line).join(' '))) &&
  !hasArrow(line, 'Begin') &&
  !hasArrow(line, 'End');

/**
 * The maximum number of comparisons between line ends and elements. They take about half a second. If
 * more would be necessary, no line end is compared, so none of them touches an element.
 */
const maxComparisons = 30_000_000;

const hiddenIn = (pageSheet: XmlElement | undefined): ReadonlySet<string> =>
  new Set(
    childrenNamed(pageSheet, 'Section')
      .filter(({ attributes }) => attributes.get('N') === 'Layer')
      .flatMap((section) => childrenNamed(section, 'Row'))
      .filter((row) =>
        row.children.some(
          ({ attributes }) => attributes.get('N') === 'Visible' && attributes.get('V') === '0',
        ),
      )
      .map(({ attributes }) => attributes.get('IX') ?? ''),
  );

const isHidden = (shape: VisioShape, hidden: ReadonlySet<string>): boolean => {
  const layers = (shape.cell('LayerMember') ?? '').split(';').filter((layer) => layer !== '');
  return layers.length > 0 && layers.every((layer) => hidden.has(layer));
};

/**
 * Returns the visible shapes on a page, and the number of hidden ones. Shapes in a group can be hidden
 * too, unless the group comes from a master. The layers in a master are not those of the page.
 */
const visibleAmong = (shapes: readonly VisioShape[], layers: ReadonlySet<string>) => {
  let hidden = 0;
  const visible = (among: readonly VisioShape[]): VisioShape[] =>
    among.flatMap((shape): VisioShape[] => {
      if (isHidden(shape, layers)) {
        hidden += 1;
        return [];
      }
      return shape.hasMaster ? [shape] : [{ ...shape, children: visible(shape.children) }];
    });
  return layers.size === 0 ? { shapes, hidden } : { shapes: visible(shapes), hidden };
};

type Ends = { begin?: string; end?: string };

/** Returns the IDs of the shapes to which each line is glued, by the ID of the line. */
const connectsOf = (content: XmlElement): Map<string, Ends> => {
  const glued = new Map<string, Ends>();
  for (const { attributes } of childrenNamed(childNamed(content, 'Connects'), 'Connect')) {
    const line = attributes.get('FromSheet') ?? '';
    const shape = attributes.get('ToSheet') ?? '';
    const cell = attributes.get('FromCell') ?? '';
    const known = glued.get(line) ?? {};
    if (cell.startsWith('Begin')) glued.set(line, { ...known, begin: shape });
    if (cell.startsWith('End')) glued.set(line, { ...known, end: shape });
  }
  return glued;
};

const boundaryLine = (line: VisioShape): ForeignElement => {
  const points = [line.begin, line.end].filter((point) => point !== undefined);
  const { attributes, ...shape } = lineBoundary(points);
  return {
    id: line.id,
    kind: 'trustBoundaryNode',
    name: textsOf(line).join(' '),
    ...shape,
    attributes: { ...line.attributes, ...attributes },
  };
};

const flowOf = (
  line: VisioShape,
  source: string | undefined,
  target: string | undefined,
): ForeignFlow => {
  const [atBegin, atEnd] = [hasArrow(line, 'Begin'), hasArrow(line, 'End')];
  const isBoth = (atBegin && atEnd) || isNamed(line, /double[\s-]*arrow|bidirectional/i);
  const isBackwards = !isBoth && atBegin && !atEnd;
  const ends = [
    { id: source, at: line.begin },
    { id: target, at: line.end },
  ];
  const [from, to] = isBackwards ? ends.toReversed() : ends;
  return {
    id: line.id,
    name: textsOf(line).join(' '),
    source: from ?? {},
    target: to ?? {},
    data: defined({ bidirectional: isBoth ? true : undefined }),
    attributes: line.attributes,
  };
};
