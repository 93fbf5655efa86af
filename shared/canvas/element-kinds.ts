import { canvasColors, type ThemeColor } from './canvas-colors.ts';

/**
 * The only table of element kinds. Drawing, images, commands and their keys, the report, rules, imports,
 * and exports read it. To add a kind, add a row to the table, an icon
 * (`renderer/kernel/commands/kind-icons.tsx`), and texts (`canvas.json` and `commands.json` of
 * `shared/locales/en`). The code does not compile until all three exist.
 */

type Size = { width: number; height: number };

/** The outline of a box, in pixels at 100% zoom. */
export type BoxOutline = {
  width: number;
  radius: number;
  /** False if only the top and the bottom line are drawn. */
  hasSides: boolean;
};

type Kind = {
  /**
   * The size of a new element, and the smallest size to which a person can resize an element, in pixels.
   */
  size: Size;
  minSize: Size;
  /** `speck` is the color of an element that is drawn too small for an outline. */
  colors: { fill: ThemeColor; line: ThemeColor; speck: ThemeColor };
  /** The command that adds an element of this kind, and the key that runs the command. */
  command: `canvas.add-${string}`;
  key: string;
  /**
   * The words that state the kind before a name in a text diagram (`store: Orders`), and in CSV files.
   * Exports write the first word, which is also the class of the element in Mermaid.
   */
  textWords: readonly [string, ...string[]];
  /** The label, the name of the kind, and the color of an element in the export for graph databases. */
  graph: { label: string; kind: string; color: string };
  /** The style of the element in draw.io, without colors. */
  drawIo: string;
  /** The brackets around a name in Mermaid. */
  mermaid: readonly [open: string, close: string];
};

export type PartName = 'process' | 'store' | 'entity' | 'boundary';

/**
 * A kind of component. A component can have threats and flows, has a component record, and is drawn as a
 * box.
 */
type ComponentKind = Kind & {
  role: 'component';
  outline: BoxOutline;
  /**
   * True if components of this kind belong to the system itself, false if they lie outside of every
   * boundary.
   */
  isPartOfSystem: boolean;
  /**
   * The part that the kind plays in a data-flow diagram. The part decides which rules and security
   * properties apply to the kind.
   */
  part: PartName;
  /** The command that changes a component of another kind to this kind. */
  changeCommand: `canvas.change-to-${string}`;
  /**
   * The brackets that enclose a name in a text diagram and replace the word for the kind, or `null` if
   * the kind is written as a word.
   */
  textBrackets: '[]' | '()' | null;
  otm: {
    /** Matches the start of the types that Threat Dragon and Microsoft's tool use for this kind. */
    prefix: RegExp;
    /**
     * Words of component types in the libraries of IriusRisk, StartLeft, Microsoft's tool, cloud
     * providers, and draw.io. A type with one of these words is of this kind. If a type has words of
     * several kinds, the kind that comes first in `elementKinds` is used.
     */
    words: string;
  };
};

/**
 * The kind of a boundary, which contains other elements, or of a note, which is text without threats and
 * flows.
 */
type OtherKind = Kind & ({ role: 'boundary'; part: PartName } | { role: 'note'; part: null });

type AnyKind = ComponentKind | OtherKind;

const minBoxSize: Size = { width: 60, height: 40 };

/** The kinds in the order of the palette. The keys are the types of nodes in canvas documents. */
export const elementKinds = {
  processNode: {
    role: 'component',
    size: { width: 150, height: 64 },
    minSize: minBoxSize,
    outline: { width: 1.5, radius: 14, hasSides: true },
    colors: {
      fill: { light: '#f3f5ff', dark: '#20253a', forced: 'Canvas' },
      line: canvasColors['node-line'],
      speck: { light: '#aab4ec', dark: '#59639f', forced: 'GrayText' },
    },
    isPartOfSystem: true,
    part: 'process',
    command: 'canvas.add-process',
    changeCommand: 'canvas.change-to-process',
    key: 'p',
    textWords: ['process'],
    textBrackets: null,
    // No words are needed, because a type without a word of another kind is a process.
    otm: { prefix: /^(?:tm\.process|[gs]e\.p)\b/i, words: '' },
    graph: { label: 'Process', kind: 'process', color: '#5562d0' },
    drawIo: 'rounded=1;whiteSpace=wrap',
    mermaid: ['(', ')'],
  },
  dataStoreNode: {
    role: 'component',
    size: { width: 150, height: 56 },
    minSize: minBoxSize,
    outline: { width: 2, radius: 0, hasSides: false },
    colors: {
      fill: { light: '#f2f8f5', dark: '#1c2a26', forced: 'Canvas' },
      line: canvasColors['node-line'],
      speck: { light: '#9fcfb5', dark: '#46755f', forced: 'GrayText' },
    },
    isPartOfSystem: true,
    part: 'store',
    command: 'canvas.add-data-store',
    changeCommand: 'canvas.change-to-data-store',
    key: 'd',
    textWords: ['store', 'data store'],
    textBrackets: '[]',
    otm: {
      prefix: /^(?:tm\.store|[gs]e\.ds)\b/i,
      words: `aurora bigquery bigtable blob bucket cache cassandra cosmosdb couchdb database
        datalake dataset datastore datawarehouse db db2 documentdb dynamodb ebs efs elasticache
        elasticsearch filesystem firestore fsx gcs glacier kafka keyspaces kinesis log logs mariadb
        memcached mongo mongodb mssql mysql neo4j neptune nosql opensearch oracle postgres
        postgresql queue rds redis redshift registry repository s3 snowflake spanner sql sqlite sqs
        storage store table topic vault volume warehouse`,
    },
    graph: { label: 'DataStore', kind: 'dataStore', color: '#2b7a4f' },
    drawIo: 'shape=partialRectangle;left=0;right=0;whiteSpace=wrap',
    mermaid: ['[(', ')]'],
  },
  externalEntityNode: {
    role: 'component',
    size: { width: 140, height: 60 },
    minSize: minBoxSize,
    outline: { width: 2.5, radius: 0, hasSides: true },
    colors: {
      fill: { light: '#faf6ef', dark: '#2a2620', forced: 'Canvas' },
      line: canvasColors['node-line'],
      speck: { light: '#d8c193', dark: '#7d6c47', forced: 'GrayText' },
    },
    isPartOfSystem: false,
    part: 'entity',
    command: 'canvas.add-external-entity',
    changeCommand: 'canvas.change-to-external-entity',
    key: 'e',
    textWords: ['entity', 'external entity'],
    textBrackets: '()',
    otm: {
      prefix: /^(?:tm\.actor|[gs]e\.ei)\b/i,
      words: `actor admin administrator android attacker browser client customer desktop employee
        external externalentity human ios iphone laptop mobile operator partner people person
        smartphone supplier tablet thirdparty user users vendor visitor workstation`,
    },
    graph: { label: 'ExternalEntity', kind: 'externalEntity', color: '#946800' },
    drawIo: 'rounded=0;strokeWidth=2;whiteSpace=wrap',
    mermaid: ['[', ']'],
  },
  trustBoundaryNode: {
    role: 'boundary',
    part: 'boundary',
    size: { width: 360, height: 240 },
    minSize: { width: 120, height: 80 },
    colors: {
      fill: { ...canvasColors.boundary, opacity: { light: 0.06, dark: 0.07 } },
      line: { light: '#5b64a8', dark: '#959dd4', forced: 'CanvasText' },
      speck: { light: '#5b64a8', dark: '#959dd4', forced: 'CanvasText' },
    },
    command: 'canvas.add-boundary',
    key: 'b',
    textWords: ['boundary', 'trust boundary'],
    graph: { label: 'TrustBoundary', kind: 'trustBoundary', color: '#5b64a8' },
    drawIo:
      'rounded=1;arcSize=2;dashed=1;container=1;collapsible=0;verticalAlign=top;align=left;spacingLeft=8',
    mermaid: ['[', ']'],
  },
  noteNode: {
    role: 'note',
    part: null,
    size: { width: 180, height: 90 },
    minSize: { width: 60, height: 30 },
    colors: {
      fill: { light: '#fdf8dc', dark: '#34301c', forced: 'Canvas' },
      line: { light: '#d9cb86', dark: '#6d6335', forced: 'CanvasText' },
      speck: { light: '#d9cb86', dark: '#6d6335', forced: 'CanvasText' },
    },
    command: 'canvas.add-note',
    key: 'n',
    textWords: ['note'],
    graph: { label: 'Note', kind: 'note', color: '#d9cb86' },
    drawIo: 'shape=note;size=12;align=left;verticalAlign=top;spacing=6;whiteSpace=wrap',
    mermaid: ['>', ']'],
  },
} as const satisfies Record<string, AnyKind>;

type Table = typeof elementKinds;

/**
 * The node types with a meaning in a data-flow diagram. A node of any other type is drawn as a plain
 * box.
 */
export type ElementKind = keyof Table;
export type ElementRole = AnyKind['role'];

export type ComponentElementKind = {
  [Name in ElementKind]: Table[Name]['role'] extends 'component' ? Name : never;
}[ElementKind];

/** The kind of an element if nothing says which kind it is. */
export const defaultKind = 'processNode' satisfies ComponentElementKind;

export const isElementKind = (type: unknown): type is ElementKind =>
  typeof type === 'string' && Object.hasOwn(elementKinds, type);

export const isComponentKind = (type: unknown): type is ComponentElementKind =>
  isElementKind(type) && elementKinds[type].role === 'component';

export const elementKindNames: readonly ElementKind[] =
  Object.keys(elementKinds).filter(isElementKind);

export const componentKindNames: readonly ComponentElementKind[] =
  elementKindNames.filter(isComponentKind);

/**
 * Returns the part that a node type plays in a data-flow diagram, or `null` for notes. Unknown types
 * count as processes.
 */
export const partOf = (type: string | undefined): PartName | null =>
  elementKinds[isElementKind(type) ? type : defaultKind].part;

/** Returns the role of a node type, or `undefined` for an unknown type. */
export const roleOf = (type: string | undefined): ElementRole | undefined =>
  isElementKind(type) ? elementKinds[type].role : undefined;

/**
 * Tells if flows can begin and end at a node of this type. This is also true for unknown types, which
 * come from other tools.
 */
export const isConnectable = (type: string | undefined): boolean =>
  (roleOf(type) ?? 'component') === 'component';

/** Tells if a node can be marked as out of scope. A note cannot, because it has no threats. */
export const hasScope = ({ type }: { type?: string | undefined }): boolean =>
  roleOf(type) !== 'note';

/** The size, smallest size, and outline of nodes of unknown types. */
export const plainSize: Size = { width: 150, height: 60 };
export const plainMinSize = minBoxSize;
export const plainOutline: BoxOutline = { width: 1.5, radius: 0, hasSides: true };
