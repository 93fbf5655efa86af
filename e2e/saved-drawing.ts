import { join } from 'node:path';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { createStore } from '../electron/store/store.ts';

/** An element as it was saved, with the titles of its component's threats and mitigations. */
export type SavedElement = {
  label: string;
  componentId: string | undefined;
  threats: string[];
  mitigations: string[];
};

/**
 * Returns the canvases of a model by title, as the app has stored them on the disk. The app may be
 * running.
 */
export const savedDrawings = (profile: string, modelTitle: string) => {
  const store = createStore({ path: join(profile, 'this-computer.db') });
  try {
    const models = store.reads.overview().flatMap((collection) => collection.models);
    const canvases = models.find(({ title }) => title === modelTitle)?.canvases ?? [];
    const elementOf = (label = '', componentId?: string): SavedElement => {
      const detail = componentId === undefined ? null : store.reads.componentDetail(componentId);
      const threats = detail?.threats ?? [];
      return {
        label,
        componentId,
        threats: threats.map(({ title }) => title),
        mitigations: threats.flatMap(({ mitigations }) => mitigations.map(({ title }) => title)),
      };
    };
    return Object.fromEntries(
      canvases.map(({ id, title }) => {
        const { nodes = [], edges = [] } = store.documents.read(id) ?? {};
        const labels = new Map(nodes.map((node) => [node.id, node.data.label ?? '']));
        const saved = {
          nodes: nodes.map(({ data }) => elementOf(data.label, data.componentId)),
          flows: edges.map(({ source, target, data }) =>
            [labels.get(source), '->', labels.get(target), data?.label].join(' ').trim(),
          ),
          /** The number of bends by flow label, for flows with bends. */
          bends: Object.fromEntries(
            edges.flatMap((flow) => {
              const bends = bendsOf(flow);
              return bends.length > 0 ? [[flow.data?.label ?? '', bends.length]] : [];
            }),
          ),
          boxes: Object.fromEntries(
            nodes.map(({ data, position, width, height }) => [
              data.label ?? '',
              { ...position, width, height },
            ]),
          ),
          holders: Object.fromEntries(
            nodes.flatMap(({ data, parentId }) =>
              parentId === undefined ? [] : [[data.label ?? '', labels.get(parentId)]],
            ),
          ),
        };
        return [title, saved];
      }),
    );
  } finally {
    store.close();
  }
};
