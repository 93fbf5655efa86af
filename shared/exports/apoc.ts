import type { ModelContent } from '../otm/content.ts';
import { databaseId, modelGraph } from './model-graph.ts';

/** Removes properties that are `null`, because Neo4j has no such properties. */
const known = (properties: object): object =>
  Object.fromEntries(
    Object.entries(properties).filter(([, value]: [string, unknown]) => value !== null),
  );

/**
 * Returns a model as the JSON Lines that `apoc.import.json` reads. All nodes come before the
 * relationships.
 */
export const apocJsonLines = (model: ModelContent): string => {
  const { nodes, relationships } = modelGraph(model, databaseId);
  const labels = new Map(nodes.map((node) => [node.id, node.labels]));
  const end = (id: string) => ({ id, labels: labels.get(id) ?? [] });
  const lines = [
    ...nodes.map(({ id, labels: own, properties }) => ({
      type: 'node',
      id,
      labels: own,
      properties: known(properties),
    })),
    ...relationships.map(({ id, type, start, end: target, properties }) => ({
      type: 'relationship',
      id,
      label: type,
      properties: known(properties),
      start: end(start),
      end: end(target),
    })),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};
