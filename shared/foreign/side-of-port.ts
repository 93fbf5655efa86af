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

/**
 * Returns the side of an element at which a flow is attached. `port` is the name that the Microsoft
 * Threat Modeling Tool gives to this point. A corner counts as left or right.
 */
export const sideOfPort = (port: string): Side | undefined => sidesByPort.get(port);
