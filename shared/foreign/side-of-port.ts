import type { Side } from '../canvas/routing/sides.ts';

const sidesByPort: ReadonlyMap<string, Side> = new Map([
  ['North', 'top'],
  ['South', 'bottom'],
  ['East', 'right'],
  ['NorthEast', 'right'],
  ['SouthEast', 'right'],
  ['West', 'left'],
  ['NorthWest', 'left'],
  ['SouthWest', 'left'],
]);

/** Returns the side of a port of Microsoft's tool. Corners count as left or right. */
export const sideOfPort = (port: string): Side | undefined => sidesByPort.get(port);
