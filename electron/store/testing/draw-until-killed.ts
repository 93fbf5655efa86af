import { randomUUID } from 'node:crypto';
import { createStore } from '../store.ts';

// The program that crash.test.ts runs in a separate process. It draws on two canvases until it is
// killed, and prints the ID of each node after the node was stored. If its parent process changes, the
// test run itself was killed, so the program ends.
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
