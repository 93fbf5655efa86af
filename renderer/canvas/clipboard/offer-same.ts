import i18next from 'i18next';
import type { CanvasChange } from '#shared/canvas/operation.ts';
import { useCanvas } from '../canvas-store.ts';
import { offer } from '../offer.tsx';

/**
 * After components were copied on their own canvas, where a copy is a new one: offers to show the
 * same ones instead. `origins` says which each is a copy of, `here` which of those are there.
 */
export const offerSame = (
  origins: ReadonlyMap<string, string>,
  here: ReadonlySet<string>,
): void => {
  const copied = new Map([...origins].filter(([, origin]) => here.has(origin)));
  if (copied.size === 0) return;
  const t = i18next.getFixedT(null, 'clipboard');
  offer({
    id: 'copied-components',
    text: t('made', { count: copied.size }),
    action: t('makeSame', { count: copied.size }),
    close: t('close'),
    run: () => makeSame(copied),
  });
};

const makeSame = (copied: ReadonlyMap<string, string>): void => {
  const { document, commit } = useCanvas.getState();
  const shown = (kind: 'setNode' | 'setEdge') => {
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
    ...document.nodes.flatMap(shown('setNode')),
    ...document.edges.flatMap(shown('setEdge')),
  ];
  commit({
    label: 'clipboard.label.same',
    operation,
    records: [...copied.keys()].map((id) => ({ op: 'delete', kind: 'component', id })),
  });
};
