import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { CanvasNode } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { newRecordValues } from '#shared/records/record-values.ts';
import type { RecordRow } from '../../electron/store/records.ts';
import type { Store } from '../../electron/store/store.ts';

const threatsPerComponent = 5;
const componentsPerCanvas = 200;
const canvasesPerModel = 10;

const subjects = [
  'SQL injection',
  'Session theft',
  'Stolen token',
  '登录页面绕过',
  'Überprüfung fehlt',
];
const systems = ['web app', 'payment service', 'admin page', 'mobile app', 'message queue', 'log'];

const at = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % values.length];

/** The only canvas that has elements. */
export const firstCanvas = 'canvas-0';

const nodeOf = ({ id, local }: RecordRow, index: number): CanvasNode => ({
  id: `node-${index}`,
  type: 'processNode',
  position: { x: (index % 20) * 200, y: Math.floor(index / 20) * 120 },
  data: { label: String(local['title']), componentId: id },
});

/** Stores models with this many threats, five on each component, as if a service had sent them. */
export const fillStore = ({ records, documents, take }: Store, threats: number): void => {
  const now = '2026-11-22T12:00:00.000Z';
  const put = (
    kind: RecordKind,
    id: string,
    parentId: string | null,
    values: Record<string, unknown>,
  ): void =>
    records.put({
      kind,
      id,
      parentId,
      // `newRecordValues` ignores the given `ref_id`, the number of a threat, because normally only the
      // service assigns this number. There is no service here, so all given values are added again.
      local: { ...newRecordValues(kind, values, now), ...values },
      base: null,
      etag: null,
    });

  const putThreat = (number: number): void => {
    const component = Math.floor(number / threatsPerComponent);
    const title = `${at(subjects, number)} in the ${at(systems, number * 7)} ${number}`;
    put('threat', `threat-${number}`, `component-${component}`, {
      title,
      description: `${title}. Somebody can use the token of a session after it has ended, read the
        data of other people, and change orders. The logs do not tell who it was.`,
      priority: at(priorities, number * 3 + Math.floor(number / 7)),
      categories: [at(['Spoofing', 'Tampering', 'Repudiation'], number)],
      references: [`CWE-${number % 900}`],
      owner: at(['', 'Ann Lee', 'Bo Li', 'Cy Ray'], number),
      due_date: number % 3 === 0 ? `2026-12-${10 + (number % 20)}T00:00:00.000Z` : null,
      status: at(threatStatuses, number * 11),
      ref_id: `T-${number + 1}`,
    });
  };

  take(() => {
    put('collection', 'collection', null, { title: 'Shop' });
    const components = Math.ceil(threats / threatsPerComponent);
    for (let number = 0; number < components; number += 1) {
      const canvas = Math.floor(number / componentsPerCanvas);
      const model = Math.floor(canvas / canvasesPerModel);
      if (number % (componentsPerCanvas * canvasesPerModel) === 0) {
        put('threatModel', `model-${model}`, 'collection', { title: `Model ${model}` });
      }
      if (number % componentsPerCanvas === 0) {
        put('canvas', `canvas-${canvas}`, `model-${model}`, { title: `Canvas ${canvas}` });
      }
      put('component', `component-${number}`, `canvas-${canvas}`, {
        title: `${at(systems, number)} ${number}`,
      });
    }
    const drawn = records.children('component', firstCanvas);
    documents.write(firstCanvas, { nodes: drawn.map(nodeOf), edges: [] }, null);
  });
  const page = 1000;
  for (let first = 0; first < threats; first += page) {
    take(() => {
      for (let number = first; number < Math.min(threats, first + page); number += 1) {
        putThreat(number);
      }
    });
  }
};
