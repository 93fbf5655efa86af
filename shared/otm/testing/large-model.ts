/** The number of inner boundaries in each outer boundary. */
const innerZones = 8;
const nodesInOuter = 800;
const zoneColumns = 4;
const step = { x: 210, y: 120 };
const room = { left: 60, top: 90 };

const types = ['processNode', 'processNode', 'processNode', 'dataStoreNode', 'externalEntityNode'];
const names: Record<string, readonly string[]> = {
  processNode: ['Orders API', 'Checkout', 'Billing worker', 'Search', 'Gateway', 'Mailer'],
  dataStoreNode: ['Orders', 'Customers', 'Sessions', 'Audit log'],
  externalEntityNode: ['Browser', 'Mobile app', 'Payment provider', 'Courier'],
};
const zoneNames = ['Internal network', 'DMZ', 'Payments', 'Data platform', 'Partner', 'Edge'];
const risks = [25, 50, 75, 100];

const diagram = 'diagram';
const size = { width: 150, height: 60 };

type Spot = { x: number; y: number };

/** Returns an OTM file with `count` components and as many flows, in nested boundaries. */
export const largeModel = (name: string, count: number): string => {
  const outer = Math.ceil(count / nodesInOuter);
  const inZone = Math.ceil(count / (outer * innerZones));
  const columns = Math.ceil(Math.sqrt(inZone * 1.2));
  const inner = boxFor(columns, Math.ceil(inZone / columns), step);
  const whole = boxFor(zoneColumns, Math.ceil(innerZones / zoneColumns), stepOf(inner));
  const outerColumns = Math.ceil(Math.sqrt(outer / 2));
  const zones: unknown[] = [];
  const components: unknown[] = [];
  for (let at = 0; at < outer; at += 1) {
    zones.push(zone(at, `o${at}`, null, gridPosition(at, outerColumns, stepOf(whole)), whole));
    for (let part = 0; part < innerZones; part += 1) {
      const id = `o${at}-${part}`;
      zones.push(
        zone(
          at + part + 1,
          id,
          `o${at}`,
          within(gridPosition(part, zoneColumns, stepOf(inner))),
          inner,
        ),
      );
      for (let each = 0; each < inZone && components.length < count; each += 1)
        components.push(
          component(components.length, id, within(gridPosition(each, columns, step))),
        );
    }
  }
  return JSON.stringify({
    otmVersion: '0.2.0',
    project: { name, id: name },
    representations: [{ name: 'Overview', id: diagram, type: 'diagram' }],
    trustZones: zones,
    components,
    dataflows: Array.from({ length: count }, (_, at) => flow(at, count)),
    threats: risks.map((risk) => ({
      id: `t${risk}`,
      name: `Threat of ${risk}`,
      risk: { likelihood: risk, impact: risk },
    })),
  });
};

/**
 * Returns the size of a box for columns and rows of items. The step `each` includes the space after an
 * item, so this space is also at the right and bottom edges.
 */
const boxFor = (columns: number, rows: number, each: Spot) => ({
  width: room.left + columns * each.x,
  height: room.top + rows * each.y,
});

const stepOf = (box: { width: number; height: number }): Spot => ({
  x: box.width + room.left,
  y: box.height + room.left,
});

const gridPosition = (at: number, columns: number, each: Spot): Spot => ({
  x: (at % columns) * each.x,
  y: Math.floor(at / columns) * each.y,
});

const within = ({ x, y }: Spot): Spot => ({ x: x + room.left, y: y + room.top });

const zone = (
  at: number,
  id: string,
  parent: string | null,
  position: Spot,
  box: { width: number; height: number },
) => ({
  id,
  name: zoneNames[at % zoneNames.length],
  risk: { trustRating: 50 },
  ...(parent !== null && { parent: { trustZone: parent } }),
  representations: [{ representation: diagram, id: `n-${id}`, position, size: box }],
});

const component = (at: number, zoneId: string, position: Spot) => {
  const type = types[at % types.length] ?? '';
  const words = names[type] ?? [];
  return {
    id: `c${at}`,
    name: `${words[at % words.length]} ${at}`,
    type,
    parent: { trustZone: zoneId },
    representations: [{ representation: diagram, id: `n-c${at}`, position, size }],
    threats: at % 9 === 4 ? [{ threat: `t${risks[at % risks.length]}`, state: 'open' }] : [],
  };
};

/**
 * Returns a flow. Most flows lead to a component nearby, some lead into another boundary, and a few lead
 * anywhere.
 */
const flow = (at: number, count: number) => {
  const far = at % 40 === 7 ? at * 7919 : at % 11 === 3 ? at + 137 : at + 1;
  return {
    id: `f${at}`,
    name: at % 4 === 0 ? 'HTTPS' : 'Reads',
    source: `c${at}`,
    destination: `c${far % count}`,
  };
};
