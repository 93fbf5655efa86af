import type { Graph } from '../canvas/graph-export.ts';
import type { ModelContent } from '../otm/content.ts';
import { databaseId, modelGraph } from './model-graph.ts';

/**
 * The maximum number of nodes or relationships in one statement. A model is split into several
 * statements, because Neo4j plans large statements slowly.
 */
const maxPerStatement = 500;

/**
 * The escape sequences for characters in a string. Control characters that are not listed are replaced
 * with U+FFFD, because they have no meaning in a name and some tools stop reading at them.
 */
const escapes: Partial<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/**
 * Returns a string as Cypher. Cypher replaces `\u0027` with a quote before it looks for the end of a
 * string, even after an escaped backslash. So a string is split into two between a backslash and a `u`,
 * and the two are joined with `+`.
 */
const text = (value: string): string => {
  const written = value
    .toWellFormed()
    .replaceAll(/[\\'\p{Cc}]/gu, (character) => escapes[character] ?? '\uFFFD');
  return `'${written.replaceAll(/\\(?=u)/g, "\\' + '")}'`;
};

const value = (of: unknown): string => (typeof of === 'string' ? text(of) : String(of));

/**
 * Returns a Cypher map. Keys without a value are left out. Keys need no quotes, because all of them come
 * from Parapet.
 */
const map = (properties: object): string =>
  `{${Object.entries(properties)
    .filter(([, of]: [string, unknown]) => of !== null && of !== undefined)
    .map(([key, of]: [string, unknown]) => `${key}: ${value(of)}`)
    .join(', ')}}`;

const name = (label: string): string => `\`${label.replaceAll('`', '``')}\``;

const parts = <Each>(all: readonly Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / maxPerStatement) }, (_, at) =>
    all.slice(at * maxPerStatement, (at + 1) * maxPerStatement),
  );

/**
 * Returns a model as statements for Neo4j 4.4 and later. All nodes have the label `Element`. The index
 * of this label makes it fast to find nodes by ID. Nodes and relationships that are in the database
 * already are updated, and none are deleted.
 */
export const cypherScript = (model: ModelContent): string => {
  const { nodes, relationships } = modelGraph(model, databaseId);
  const byLabel = Map.groupBy(nodes, ({ labels }) => labels.map(name).join(':'));
  const byType = Map.groupBy(relationships, ({ type }) => type);
  const statements = [
    'CREATE INDEX element_id IF NOT EXISTS FOR (n:Element) ON (n.id)',
    ...[...byLabel].flatMap(([labels, own]) => parts(own).map((each) => merging(labels, each))),
    ...[...byType].flatMap(([type, own]) => parts(own).map((each) => joining(type, each))),
  ];
  return statements.map((statement) => `${statement};\n`).join('');
};

const rows = (maps: readonly string[]): string => `[\n  ${maps.join(',\n  ')}\n]`;

const merging = (labels: string, nodes: Graph['nodes']): string => {
  const maps = nodes.map(({ id, properties }) => map({ id, ...properties }));
  return `UNWIND ${rows(maps)} AS row\nMERGE (n:Element {id: row.id})\nSET n = row\nSET n:${labels}`;
};

const joining = (type: string, relationships: Graph['relationships']): string => {
  const maps = relationships.map(
    ({ id, start, end, properties }) =>
      `{start: ${text(start)}, end: ${text(end)}, properties: ${map({ id, ...properties })}}`,
  );
  return (
    `UNWIND ${rows(maps)} AS row\nMATCH (a:Element {id: row.start}), (b:Element {id: row.end})\n` +
    `MERGE (a)-[r:${type} {id: row.properties.id}]->(b)\nSET r = row.properties`
  );
};
