/** Returns a canvas of `size` nodes, each with a flow to the next node. */
export const canvasOf = (size: number) => ({
  nodes: Array.from({ length: size }, (_, index) => ({
    id: `n${index}`,
    type: 'processNode',
    position: { x: (index % 25) * 200, y: Math.floor(index / 25) * 120 },
    width: 150,
    height: 60,
    data: { label: `Process ${index}` },
  })),
  edges: Array.from({ length: size - 1 }, (_, index) => ({
    id: `e${index}`,
    source: `n${index}`,
    target: `n${index + 1}`,
    data: { label: 'Reads', protocol: 'HTTPS' },
  })),
});
