import { randomUUID } from 'node:crypto';
import { createStore } from '../store.ts';

// A process of its own for crash.test.ts: draws on two canvases at once, and says the id of each
// node once the store has answered, until it is killed. A test run that is killed itself kills nobody:
// then it ends when it has another parent.
const [path = '', modelId = '', canvasId = '', otherId = ''] = process.argv.slice(2);
const store = createStore({ path });

const test = process.ppid;

while (process.ppid === test) {
  const id = randomUUID();
  store.changes.apply({
    scope: modelId,
    label: 'draw',
    drawings: [canvasId, otherId].map((each) => ({
      canvasId: each,
      operation: [
        {
          kind: 'addNode',
          index: 0,
          node: { id, position: { x: 0, y: 0 }, data: { componentId: id } },
        },
      ],
      inverse: [{ kind: 'removeNode', id }],
    })),
    records: [
      { op: 'create', kind: 'component', id, parentId: canvasId, values: { title: `Part ${id}` } },
    ],
  });
  process.stdout.write(`${id}\n`);
}
