import fc from 'fast-check';
import type { ModelContent } from '../../otm/content.ts';

/** Texts with characters that have a meaning in at least one format. */
const nasty = [
  '"; DROP TABLE x; --',
  'O\'Brien\'s "quoted" name',
  'line one\nline two\r\nline three',
  '--> end',
  'end',
  ']]>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<b>bold</b> & &lt;i&gt; &#60;',
  '</style><script>x</script>',
  '=HYPERLINK("http://x","y")',
  '+1+1',
  '-rf',
  '@SUM(A1)',
  '\t=1',
  "'=1",
  '| a | b |',
  '[link](javascript:alert(1)) ![image](x)',
  '# heading',
  '1. list',
  '- item',
  '**bold** _emphasis_ `code` ~~gone~~ $x$',
  '```\nfence',
  '\\u0027}) DETACH DELETE n //',
  "\\' OR 1=1",
  '\\',
  '`label` {a: 1} /* */ //',
  '%%{init: {}}%%',
  'A:::note',
  'subgraph x',
  'style n1 fill:#f00;',
  'a;b#quot;c#35;',
  '"`markdown`"',
  '{0} {{1}}',
  '{code}x{code} h1. !x.png!',
  '_x0041_ _x000D_',
  '\u0000\u0007\u001b[31m',
  '\ud800 lone',
  '\u202e\u200b\ufeff',
  'שלום 日本語 🙂',
  'constructor',
  '__proto__',
  'a'.repeat(40_000),
] as const;

const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...nasty), fc.constantFrom(...nasty))
      .map(([one, other]) => `${one}${other}`),
  },
);

export const hostileTexts: fc.Arbitrary<Texts> = fc.record({
  model: hostileText,
  canvas: hostileText,
  process: hostileText,
  store: hostileText,
  entity: hostileText,
  boundary: hostileText,
  note: hostileText,
  flow: hostileText,
  description: hostileText,
  threat: hostileText,
  threatText: hostileText,
  category: hostileText,
  reference: hostileText,
  owner: hostileText,
  mitigation: hostileText,
  reason: hostileText,
});

/** The texts of a small model. Each key says which part of the model has the text. */
export type Texts = Record<keyof typeof plainTexts, string>;

export const plainTexts = {
  model: 'Web shop',
  canvas: 'Overview',
  process: 'Web app',
  store: 'Orders',
  entity: 'Customer',
  boundary: 'Cloud',
  note: 'Only in Europe',
  flow: 'Places an order',
  description: 'Takes orders.',
  threat: 'SQL injection',
  threatText: 'Input becomes a query.',
  category: 'Tampering',
  reference: 'CWE-89',
  owner: 'Ada',
  mitigation: 'Use parameters',
  reason: 'Seldom used',
};

const at = (x: number, y: number) => ({ position: { x, y }, width: 150, height: 60 });

/** Returns a model with every kind of element, a flow, and threats of every status. */
export const smallModel = (texts: Texts = plainTexts): ModelContent => ({
  id: 'model',
  title: texts.model,
  description: texts.description,
  status: 'Review',
  priority: 'medium',
  due_to_date: null,
  retro_completed_at: null,
  time_invested: null,
  quality_of_model: null,
  when_to_revisit: null,
  archived_at: null,
  canvases: [
    {
      id: 'canvas',
      title: texts.canvas,
      kept: {},
      data: {
        nodes: [
          {
            id: 'boundary',
            type: 'trustBoundaryNode',
            position: { x: 200, y: 0 },
            width: 500,
            height: 300,
            data: { label: texts.boundary },
          },
          {
            id: 'process',
            type: 'processNode',
            ...at(40, 60),
            parentId: 'boundary',
            data: { label: texts.process, componentId: 'c-process', technology: texts.note },
          },
          {
            id: 'store',
            type: 'dataStoreNode',
            ...at(300, 60),
            parentId: 'boundary',
            data: { label: texts.store, componentId: 'c-store' },
          },
          {
            id: 'entity',
            type: 'externalEntityNode',
            ...at(0, 100),
            data: { label: texts.entity, componentId: 'c-entity' },
          },
          { id: 'note', type: 'noteNode', ...at(0, 400), data: { label: texts.note } },
        ],
        edges: [
          {
            id: 'flow',
            source: 'entity',
            target: 'process',
            data: { label: texts.flow, componentId: 'c-flow', protocol: 'HTTPS', encrypted: true },
          },
          {
            id: 'query',
            source: 'process',
            target: 'store',
            data: { bidirectional: true, shape: 'stepped', bends: [{ x: 400, y: 90 }] },
          },
        ],
      },
    },
  ],
  components: [
    component('c-process', texts.process, texts.description, [
      threat('t-1', texts, 'open', 'critical'),
      threat('t-2', texts, 'accepted', 'low'),
    ]),
    component('c-store', texts.store, '', [threat('t-3', texts, 'mitigated', 'high')]),
    component('c-entity', texts.entity, '', [threat('t-4', texts, 'not_applicable', 'medium')]),
    component('c-flow', texts.flow, '', [threat('t-5', texts, 'transferred', 'medium')]),
  ],
  kept: {},
});

type Component = ModelContent['components'][number];
type Threat = Component['threats'][number];

const component = (
  id: string,
  title: string,
  description: string,
  threats: Threat[],
): Component => ({ id, canvasId: 'canvas', title, description, threats, kept: {} });

const threat = (
  id: string,
  texts: Texts,
  status: Threat['status'],
  priority: Threat['priority'],
): Threat => ({
  id,
  title: texts.threat,
  description: texts.threatText,
  priority,
  status,
  source: null,
  is_custom: true,
  categories: [texts.category],
  references: [texts.reference],
  likelihood: 'high',
  impact: null,
  owner: texts.owner,
  due_date: '2026-12-24T00:00:00.000Z',
  accepted_reason: status === 'accepted' ? texts.reason : null,
  accepted_by: null,
  accepted_until: null,
  mitigations: [
    {
      id: `${id}-m`,
      title: texts.mitigation,
      definition: texts.reason,
      consideration: null,
      explanation: null,
      example: null,
      status: 'will',
      question: null,
      controls: [],
      is_custom: true,
      kept: {},
    },
  ],
  comments: [],
  kept: {},
});
