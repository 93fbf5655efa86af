import type { Position } from '../canvas/document.ts';
import type { ElementKind } from '../canvas/element-kinds.ts';
import { holdsBox } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import { defined } from '../otm/fields.ts';
import { quoted } from '../otm/notes.ts';
import { kindOfType } from '../otm/vocabulary/node-kind.ts';
import { lineBoundary } from './curve.ts';
import type { ForeignCanvas, ForeignElement, ForeignFlow, ForeignModel } from './foreign-model.ts';
import { nothingNoted, type ForeignNotes } from './foreign-notes.ts';
import { touching } from './touching.ts';
import { related, type VisioPackage } from './visio-package.ts';
import { shapesOf, type VisioMaster, type VisioShape } from './visio-shapes.ts';
import { childNamed, childrenNamed, numberIn, type XmlElement } from './xml.ts';

/** Reads a Visio drawing. Each page becomes a canvas, except background pages. */
export const readVisio = (parts: VisioPackage): ForeignModel => {
  const notes = nothingNoted();
  const masters = mastersOf(parts);
  const pages = childrenNamed(parts.get('visio/pages/pages.xml'), 'Page').filter(
    ({ attributes }) => attributes.get('Background') !== '1',
  );
  const canvases = pages.flatMap((page, at): ForeignCanvas[] => {
    const title = page.attributes.get('Name') ?? page.attributes.get('NameU') ?? `${at + 1}`;
    const content = related(parts, 'pages', page);
    if (content) return [canvasOf(page, content, { masters, title, notes, at })];
    notes.leftOut.push({ place: title, message: t('imports:foreign.unreadable') });
    return [];
  });
  return { title: '', canvases, isDrawing: true, notes };
};

const mastersOf = (parts: VisioPackage): ReadonlyMap<string, VisioMaster> =>
  new Map(
    childrenNamed(parts.get('visio/masters/masters.xml'), 'Master').map(
      (master): [string, VisioMaster] => {
        const content = related(parts, 'masters', master);
        const top = childrenNamed(childNamed(content, 'Shapes'), 'Shape');
        const { attributes } = master;
        return [
          attributes.get('ID') ?? '',
          {
            name: attributes.get('NameU') ?? attributes.get('Name') ?? '',
            top: top[0],
            shapes: new Map(
              allShapes(top, 0).map((each) => [each.attributes.get('ID') ?? '', each]),
            ),
          },
        ];
      },
    ),
  );

const allShapes = (shapes: readonly XmlElement[], depth: number): XmlElement[] =>
  depth > 60
    ? []
    : shapes.flatMap((shape) => [
        shape,
        ...allShapes(childrenNamed(childNamed(shape, 'Shapes'), 'Shape'), depth + 1),
      ]);

type Page = {
  masters: ReadonlyMap<string, VisioMaster>;
  title: string;
  notes: ForeignNotes;
  at: number;
};

const canvasOf = (page: XmlElement, content: XmlElement, { masters, title, notes, at }: Page) => {
  const pageSheet = childNamed(page, 'PageSheet');
  const cell = (name: string) =>
    numberIn(
      childrenNamed(pageSheet, 'Cell')
        .find(({ attributes }) => attributes.get('N') === name)
        ?.attributes.get('V'),
    );
  const scale = (cell('PageScale') ?? 1) / (cell('DrawingScale') ?? 1);
  const height = cell('PageHeight') ?? 11;
  const usable = Number.isFinite(scale) && scale > 0 ? scale : 1;
  const hiddenLayers = hiddenIn(pageSheet);
  const all = shapesOf(content, { masters, height, scale: usable });
  const shapes = all.filter((shape) => !isHidden(shape, hiddenLayers));
  if (shapes.length < all.length) {
    const count = all.length - shapes.length;
    notes.leftOut.push({ place: title, message: t('imports:foreign.hidden', { count }) });
  }
  const glued = connectsOf(content);
  const drawn = drawnOf(shapes, glued);
  const flows: ForeignFlow[] = [];
  const lines: ForeignElement[] = [];
  const isSmall = drawn.lines.length * drawn.elements.length < maxComparisons;
  for (const line of drawn.lines) {
    const touched = (point: Position | undefined) =>
      point && isSmall ? touching(drawn.elements, point) : undefined;
    const ends = glued.get(line.id);
    const [source, target] = [ends?.begin, ends?.end].map((id) => drawn.elementOf.get(id ?? ''));
    const isLoose = !source && !target && !touched(line.begin) && !touched(line.end);
    if (isBoundaryName(line) || (isLoose && isDashed(line) && line.text === '')) {
      lines.push(boundaryLine(line));
    } else if (isLoose) {
      const message = t('imports:foreign.loose-line', { line: quoted(line.text || line.id) });
      notes.leftOut.push({ place: title, message });
    } else flows.push(flowOf(line, source, target));
  }
  const id = `page-${page.attributes.get('ID') ?? at}`;
  return { id, title, elements: [...drawn.elements, ...lines], flows };
};

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

type Drawn = {
  elements: ForeignElement[];
  lines: VisioShape[];
  /**
   * The ID of each shape's element, by the ID of the shape. Several shapes can be parts of one
   * element.
   */
  elementOf: Map<string, string>;
};

const drawnOf = (shapes: readonly VisioShape[], glued: ReadonlyMap<string, Ends>): Drawn => {
  const connected = new Set([...glued.values()].flatMap(({ begin, end }) => [begin, end]));
  const drawn: Drawn = { elements: [], lines: [], elementOf: new Map() };
  const solid: { shape: VisioShape; parent: string | undefined }[] = [];
  const visit = (shape: VisioShape, parent: string | undefined): void => {
    if (shape.begin && shape.end) {
      drawn.lines.push(shape);
      return;
    }
    solid.push({ shape, parent });
    drawn.elementOf.set(shape.id, shape.id);
    if (isHolder(shape)) for (const child of shape.children) visit(child, shape.id);
    else for (const part of partsOf(shape)) drawn.elementOf.set(part.id, shape.id);
  };
  for (const shape of shapes) visit(shape, undefined);
  const around = surrounding(solid.map(({ shape }) => shape));
  for (const { shape, parent } of solid) {
    const isConnected = connected.has(shape.id);
    const name = shape.text || (isHolder(shape) ? '' : partText(shape));
    const isBoundary =
      isHolder(shape) ||
      isContainer(shape) ||
      (!isConnected && isDashed(shape)) ||
      around.has(shape);
    if (!isBoundary && !isConnected && name === '' && !shape.hasMaster && !shape.isGroup) {
      drawn.elementOf.delete(shape.id);
      continue;
    }
    const isRemark =
      !isConnected &&
      (isPlainText(shape) || isNamed(shape, /callout|annotation|^text$|^title|sticky|^note/i));
    drawn.elements.push({
      id: shape.id,
      kind: isBoundary ? 'trustBoundaryNode' : isRemark ? 'noteNode' : componentKind(shape),
      name: name || (isBoundary ? '' : (shape.names[0] ?? '')),
      type: shape.names[0],
      box: shape.box,
      parent,
      attributes: shape.properties,
    });
  }
  return drawn;
};

const partsOf = (shape: VisioShape): VisioShape[] =>
  shape.children.flatMap((child) => [child, ...partsOf(child)]);

const partText = (shape: VisioShape): string =>
  partsOf(shape).find(({ text }) => text !== '')?.text ?? '';

const isNamed = ({ names }: VisioShape, pattern: RegExp): boolean =>
  names.some((name) => pattern.test(name));

const isBoundaryName = (shape: VisioShape): boolean =>
  isNamed(shape, /trust[\s_-]*(?:boundary|zone|border)|\bboundary\b/i);

/**
 * Tells if a shape is a group in which a person put several elements. Groups that come from a master,
 * and icons of Lucidchart, are single elements instead.
 */
const isHolder = (shape: VisioShape): boolean =>
  shape.isGroup &&
  !shape.hasMaster &&
  shape.children.filter(
    (child) =>
      child.hasMaster || child.isGroup || (child.text !== '' && !isPlainText(child)) || child.begin,
  ).length > 1;

const isContainer = (shape: VisioShape): boolean =>
  /container|swimlane|list/i.test(shape.user('msvStructureType')) ||
  isBoundaryName(shape) ||
  (isNamed(shape, /container|swim\s*lane|\bzone\b|(?:^|[a-z ])Group(?:Block|V\d|20\d\d|$)/) &&
    !isNamed(shape, /^Group$/));

const isDashed = (shape: VisioShape): boolean => Number(shape.cell('LinePattern') ?? 1) > 1;

/** Tells if a shape is a text that has neither an outline nor a fill. */
const isPlainText = (shape: VisioShape): boolean =>
  !shape.hasMaster &&
  shape.cell('LinePattern') === '0' &&
  (shape.cell('FillPattern') === '0' || shape.cell('FillPattern') === undefined);

const maxCompared = 4000;

/**
 * Returns the shapes that surround other shapes on the page. Groups are left out, because the file
 * states their parts.
 */
const surrounding = (shapes: readonly VisioShape[]): ReadonlySet<VisioShape> => {
  if (shapes.length > maxCompared) return new Set();
  const solid = shapes.filter((shape) => !isPlainText(shape));
  const area = ({ box }: VisioShape) => box.width * box.height;
  return new Set(
    solid.filter(
      (outer) =>
        !partsOf(outer).length &&
        solid.some(
          (inner) =>
            inner !== outer &&
            area(inner) < area(outer) &&
            holdsBox(outer.box, inner.box) &&
            (inner.text !== '' || inner.hasMaster || inner.isGroup),
        ),
    ),
  );
};

const componentKind = (shape: VisioShape): ElementKind => {
  const names = shape.names.join(' ');
  if (/data\s*store|data\s*base|cylinder|\bdisk|stored?\s*data/i.test(names))
    return 'dataStoreNode';
  if (/external|interactor|person|people|actor|\buser/i.test(names)) return 'externalEntityNode';
  return kindOfType(names);
};

const boundaryLine = (line: VisioShape): ForeignElement => {
  const points = [line.begin, line.end].filter((point) => point !== undefined);
  const { attributes, ...shape } = lineBoundary(points);
  return {
    id: line.id,
    kind: 'trustBoundaryNode',
    name: line.text,
    ...shape,
    attributes: { ...line.properties, ...attributes },
  };
};

const flowOf = (
  line: VisioShape,
  source: string | undefined,
  target: string | undefined,
): ForeignFlow => {
  const arrow = (name: string) => Number(line.cell(name) ?? 0) > 0;
  const isBoth =
    (arrow('BeginArrow') && arrow('EndArrow')) || isNamed(line, /double[\s-]*arrow|bidirectional/i);
  const isBackwards = !isBoth && arrow('BeginArrow') && !arrow('EndArrow');
  const ends = [
    { id: source, at: line.begin },
    { id: target, at: line.end },
  ];
  const [from, to] = isBackwards ? ends.toReversed() : ends;
  return {
    id: line.id,
    name: line.text || partText(line),
    source: from ?? {},
    target: to ?? {},
    data: defined({ bidirectional: isBoth ? true : undefined }),
    attributes: line.properties,
  };
};
