import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import { roleOf } from '../../canvas/element-kinds.ts';
import type { ReadModel } from '../../otm/content.ts';
import { readModelFile } from '../read-model-file.ts';

const realFiles = join(import.meta.dirname, '../../../../shared/fixtures/foreign');

/** Tells if the real files of other tools are on this computer. They are beside the project. */
export const hasRealFiles = existsSync(realFiles);
export const realFile = (name: string): Uint8Array => readFileSync(join(realFiles, name));

/** Reads a file that has one model. */
export const readOne = (file: Uint8Array | string, name = 'file'): ReadModel => {
  const reading = readModelFile(file, name);
  if (!reading.ok) throw new Error(`${reading.refusal.place}: ${reading.refusal.reason}`);
  const [model] = reading.models;
  if (!model) throw new Error('no model');
  return model;
};

/** Returns the reason why a file is refused, or `not refused`. */
export const refusalOf = (file: Uint8Array | string, name = 'file'): string => {
  const reading = readModelFile(file, name);
  return reading.ok ? 'not refused' : reading.refusal.reason;
};

export const nodesOf = ({ content }: ReadModel): CanvasNode[] =>
  content.canvases.flatMap(({ data }) => data.nodes);
export const edgesOf = ({ content }: ReadModel): CanvasEdge[] =>
  content.canvases.flatMap(({ data }) => data.edges);

export const nodeNamed = (model: ReadModel, name: string): CanvasNode | undefined =>
  nodesOf(model).find(({ data }) => data.label === name);

/** Returns the sorted names of the nodes of each kind. */
export const namesByKind = (model: ReadModel): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(nodesOf(model), ({ type }) => type ?? 'none')]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([kind, nodes]) => [kind, nodes.map(({ data }) => data.label ?? '').toSorted()]),
  );

/** Returns each flow as `source → target: name`. A note at a loose end is written as `?`. */
export const flowsOf = (model: ReadModel): string[] =>
  model.content.canvases.flatMap(({ data: { nodes, edges } }) => {
    const name = (id: string) => {
      const node = nodes.find((each) => each.id === id);
      return roleOf(node?.type) === 'note' ? '?' : (node?.data.label ?? id);
    };
    return edges.map((edge) => {
      const arrow = edge.data?.bidirectional === true ? '↔' : '→';
      const label = edge.data?.label ?? '';
      return `${name(edge.source)} ${arrow} ${name(edge.target)}${label === '' ? '' : `: ${label}`}`;
    });
  });

/** Returns the counts of the report in this order: canvases, components, boundaries, flows, threats. */
export const countsOf = ({ report: { counts } }: ReadModel): number[] => [
  counts.canvases,
  counts.components,
  counts.trustZones,
  counts.dataFlows,
  counts.threats,
];

/** Returns the paths and messages of everything that was not imported, as JSON. */
export const leftOutOf = ({ leftOut = [] }: ReadModel): string => JSON.stringify(leftOut);
