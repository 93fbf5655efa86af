import { randomUUID } from 'node:crypto';
import { createStore } from '../store.ts';

// A process of its own for crash.test.ts: draws on the canvas it is told, and says the id of each
// node once the store has answered, until it is killed.
const [path = '', canvasId = ''] = process.argv.slice(2);
const store = createStore({ path });

for (;;) {
  const id = randomUUID();
  store.changes.apply({
    scope: canvasId,
    label: 'draw',
    canvas: {
      canvasId,
      operation: [
        {
          kind: 'addNode',
          index: 0,
          node: { id, position: { x: 0, y: 0 }, data: { componentId: id } },
        },
      ],
      inverse: [{ kind: 'removeNode', id }],
    },
    records: [
      { op: 'create', kind: 'component', id, parentId: canvasId, values: { title: `Part ${id}` } },
    ],
  });
  process.stdout.write(`${id}\n`);
}
