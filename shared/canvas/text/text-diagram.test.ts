import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanvasEdge, CanvasNode } from '../document.ts';
import type { Fragment } from '../edits/copy.ts';
import { elementKindNames } from '../element-kinds.ts';
import { readTextDiagram } from './text-diagram.ts';
import { writeTextDiagram } from './write-text-diagram.ts';

const names = (text: string): string[] => readTextDiagram(text).nodes.map(({ name }) => name);
const kinds = (text: string): string[][] =>
  readTextDiagram(text).nodes.map(({ name, kind }) => [name, kind]);
const flows = (text: string) =>
  readTextDiagram(text).flows.map(({ source, target, label, isBidirectional }) =>
    [source, isBidirectional ? '<->' : '->', target, label].join(' ').trim(),
  );

describe('a line of text', () => {
  it('is the name of a process, without its bullet, number, or check box', () => {
    const text =
      'Web app\n- Orders API\n  * Mail\n1. Search\n2) Cart\n- [x] Login\n• Stock\r\n\r\nEnd';
    expect(names(text)).toEqual([
      'Web app',
      'Orders API',
      'Mail',
      'Search',
      'Cart',
      'Login',
      'Stock',
      'End',
    ]);
  });

  it('is ignored if it is a comment', () => {
    expect(names('# Our system\n// later\n%% as in Mermaid\n```\nWeb app\n```')).toEqual([
      'Web app',
    ]);
  });

  it('states the kind by brackets or by a word', () => {
    expect(
      kinds('[Orders]\n(Browser)\nStore: Logs\nexternal entity: Bank\nnote: To do\nprocess: API'),
    ).toEqual([
      ['Orders', 'dataStoreNode'],
      ['Browser', 'externalEntityNode'],
      ['Logs', 'dataStoreNode'],
      ['Bank', 'externalEntityNode'],
      ['To do', 'noteNode'],
      ['API', 'processNode'],
    ]);
  });

  it('is one element however often it is named', () => {
    expect(kinds('API\nAPI -> [Orders]\n(Browser) -> API\nOrders')).toEqual([
      ['API', 'processNode'],
      ['Orders', 'dataStoreNode'],
      ['Browser', 'externalEntityNode'],
    ]);
  });

  it('keeps a colon, a dash, or brackets that have no meaning', () => {
    expect(names('Orders: the API\ne-mail\nSearch (old)\nf(x) and g(y)')).toEqual([
      'Orders: the API',
      'e-mail',
      'Search (old)',
      'f(x) and g(y)',
    ]);
  });
});

describe('a flow', () => {
  it('has a direction and a label', () => {
    expect(
      flows('A -> B: orders\nA<-B\nA <-> B : both\nA - B\nA → B: x: y\nA ← B\nA --> B\nA => B:id'),
    ).toEqual([
      'A -> B orders',
      'B -> A',
      'A <-> B both',
      'A <-> B',
      'A -> B x: y',
      'B -> A',
      'A -> B',
      'A -> B id',
    ]);
  });

  it('can end at a name in brackets, at an address, and at its source', () => {
    expect(flows('[Orders - old] -> (Bank): pay\nApp -> https://a.b:443/c: get\nA -> A')).toEqual([
      'Orders - old -> Bank pay',
      'App -> https://a.b:443/c get',
      'A -> A',
    ]);
    expect(flows('store: Orders -> entity: Bank: pay')).toEqual(['Orders -> Bank pay']);
  });

  it('is not read if an end is missing', () => {
    expect(readTextDiagram('-> B\nA ->')).toEqual({
      nodes: [
        { name: '-> B', kind: 'processNode', within: null },
        { name: 'A ->', kind: 'processNode', within: null },
      ],
      flows: [],
    });
  });
});

describe('a boundary', () => {
  const pathsIn = (text: string): string[] => {
    const { nodes } = readTextDiagram(text);
    return nodes.map(({ name, within }) => {
      const holder = within === null ? undefined : nodes[within];
      return holder ? `${holder.name}/${name}` : name;
    });
  };

  it('contains the elements in its braces, also nested ones', () => {
    expect(
      pathsIn('boundary: DMZ {\nProxy\nboundary: Inner {\n[Cache]\n}\nMail\n}\nBrowser -> Proxy'),
    ).toEqual(['DMZ', 'DMZ/Proxy', 'DMZ/Inner', 'Inner/Cache', 'DMZ/Mail', 'Browser']);
  });

  it('contains the elements indented below it', () => {
    expect(
      pathsIn('boundary: DMZ\n  Proxy\n  trust boundary: Inner\n\tCache\n  Mail\nBrowser'),
    ).toEqual(['DMZ', 'DMZ/Proxy', 'DMZ/Inner', 'Inner/Cache', 'DMZ/Mail', 'Browser']);
  });

  it('contains elements that a flow in it names, unless they have a line of their own', () => {
    expect(pathsIn('boundary: DMZ {\n  Proxy -> Mail\n}\nMail')).toEqual([
      'DMZ',
      'Mail',
      'DMZ/Proxy',
    ]);
  });

  it('may be closed too often or not at all', () => {
    expect(pathsIn('}\nboundary: A {\nx\n}\n}\ny\nboundary: B {\nz')).toEqual([
      'A',
      'A/x',
      'y',
      'B',
      'B/z',
    ]);
  });
});

const signs = Array.from('ab ->:[](){}"\\#/-<=→1.\n\r\té中ע\u2028\u{1F5A5}\uFEFF•');
const anyName = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...signs) }));
const anyKind = fc.constantFrom(...elementKindNames, undefined);

/** Elements with different names, nested boundaries, and flows between elements that can have flows. */
const anyFragment: fc.Arbitrary<Fragment> = fc
  .uniqueArray(fc.record({ name: anyName, type: anyKind, parent: fc.nat() }), {
    selector: ({ name }) => name,
    maxLength: 10,
  })
  .chain((seeds) => {
    const nodes: CanvasNode[] = [];
    for (const [at, { name, type, parent }] of seeds.entries()) {
      const holders = nodes.filter((node) => node.type === 'trustBoundaryNode');
      const holder = holders[parent % (holders.length + 1)];
      nodes.push({
        id: `n${at}`,
        ...(type && { type }),
        position: { x: 0, y: 0 },
        ...(holder && { parentId: holder.id }),
        data: { label: name },
      });
    }
    const ends = nodes.filter(({ type }) => type !== 'trustBoundaryNode' && type !== 'noteNode');
    if (ends.length === 0) return fc.constant({ nodes, edges: [] });
    const end = fc.constantFrom(...ends.map(({ id }) => id));
    return fc
      .array(fc.record({ source: end, target: end, label: anyName, both: fc.boolean() }), {
        maxLength: 6,
      })
      .map((drawn) => ({
        nodes,
        edges: drawn.map(({ source, target, label, both }, at): CanvasEdge => ({
          id: `e${at}`,
          source,
          target,
          data: { label, bidirectional: both },
        })),
      }));
  });

describe('the text of a drawing', () => {
  it('is readable in a document', () => {
    const node = (id: string, type: string, label: string, parentId?: string): CanvasNode => ({
      id,
      type,
      position: { x: 0, y: 0 },
      ...(parentId !== undefined && { parentId }),
      data: { label },
    });
    expect(
      writeTextDiagram({
        nodes: [
          node('b', 'externalEntityNode', 'Browser'),
          node('z', 'trustBoundaryNode', 'Internal'),
          node('a', 'processNode', 'Web app', 'z'),
          node('o', 'dataStoreNode', 'Orders: all', 'z'),
        ],
        edges: [
          { id: '1', source: 'b', target: 'a', data: { label: 'HTTPS: 443' } },
          { id: '2', source: 'a', target: 'o', data: { bidirectional: true } },
        ],
      }),
    ).toBe(
      [
        '(Browser)',
        'boundary: Internal {',
        '  Web app',
        '  ["Orders: all"]',
        '}',
        '',
        'Browser -> Web app: HTTPS: 443',
        'Web app <-> "Orders: all"',
      ].join('\n'),
    );
  });

  it('gives the same names, kinds, boundaries, and flows when it is read again', () => {
    fc.assert(
      fc.property(anyFragment, (fragment) => {
        const { nodes, flows: read } = readTextDiagram(writeTextDiagram(fragment));
        const nameOf = (id: string | undefined): string | undefined =>
          fragment.nodes.find((node) => node.id === id)?.data.label;
        expect(
          nodes
            .map(({ name, kind, within }) =>
              JSON.stringify([name, kind, within === null ? null : nodes[within]?.name]),
            )
            .toSorted(),
        ).toEqual(
          fragment.nodes
            .map(({ type, data, parentId }) =>
              JSON.stringify([data.label, type ?? 'processNode', nameOf(parentId) ?? null]),
            )
            .toSorted(),
        );
        expect(read).toEqual(
          fragment.edges.map(({ source, target, data }) => ({
            source: nameOf(source),
            target: nameOf(target),
            label: data?.label,
            isBidirectional: data?.bidirectional,
          })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('can be read from any text', () => {
    fc.assert(
      fc.property(
        anyName.map((name) => name.repeat(3)),
        (text) => {
          for (const [at, { within }] of readTextDiagram(text).nodes.entries()) {
            expect(within ?? -1).toBeLessThan(at);
          }
        },
      ),
    );
  });
});
