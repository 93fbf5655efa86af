/** A canvas with every field that the service reads, and one field that the service only stores. */
export const drawing = {
  nodes: [
    {
      id: 'shop',
      type: 'processNode',
      position: { x: 10, y: 20.5 },
      width: 150,
      height: 64,
      parentId: 'zone',
      data: { label: 'Shop', componentId: 'c', attributes: ['TLS'], outOfScope: false },
    },
    {
      id: 'zone',
      type: 'trustBoundaryNode',
      position: { x: 0, y: 0 },
      width: 400,
      height: 300,
      data: { label: 'Zone' },
    },
  ],
  edges: [
    {
      id: 'flow',
      source: 'shop',
      target: 'zone',
      sourceHandle: 'right',
      targetHandle: 'left',
      type: 'flow',
      data: { label: 'orders', bidirectional: true, protocol: 'HTTPS', encrypted: true },
    },
  ],
};
