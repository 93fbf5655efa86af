import { expect, it } from 'vitest';
import { changeSchema } from './change.ts';

it('a change keeps every key of a drawing, even one named __proto__', () => {
  const node = '{"id":"a","position":{"x":0,"y":0},"data":{"label":"Web","__proto__":"kept"}}';
  const text = `{
    "scope": "workspace",
    "label": "test",
    "drawings": [{
      "canvasId": "canvas",
      "operation": [
        { "kind": "addNode", "index": 0, "node": ${node} },
        { "kind": "setNode", "id": "a", "data": { "__proto__": "changed" } }
      ],
      "inverse": [{ "kind": "removeNode", "id": "a" }]
    }],
    "records": [{
      "op": "create",
      "kind": "canvas",
      "id": "00000000-0000-4000-8000-000000000001",
      "parentId": "model",
      "values": { "title": "Copy" },
      "document": { "nodes": [${node}], "edges": [], "__proto__": "kept" }
    }]
  }`;
  const { drawings, records } = changeSchema.parse(JSON.parse(text));
  const { drawings: sentDrawings, records: sentRecords } = JSON.parse(text);
  expect(JSON.stringify(drawings)).toBe(JSON.stringify(sentDrawings));
  expect(JSON.stringify(records)).toBe(JSON.stringify(sentRecords));
});
