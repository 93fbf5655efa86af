import fc from 'fast-check';
import { identifier } from '#shared/api/values.ts';
import { canvasDocumentSchema, emptyDocument } from '#shared/canvas/document.ts';
import { problemsOf } from '#shared/canvas/problems.ts';
import { drawTextDiagram } from '#shared/canvas/text/draw-text-diagram.ts';
import { readTextDiagram } from '#shared/canvas/text/text-diagram.ts';
import { readClip, writeClip } from '#shared/desktop/clip.ts';
import { drawingOf } from '#shared/drawing/draw-canvas.ts';
import { readModelFile } from '#shared/foreign/read-model-file.ts';
import { readTemplate } from '#shared/foreign/template/read-template.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { baseUrlsOf } from '../../connection/base-url.ts';
import { fileOfUrl } from '../../shell/app-url.ts';
import { classifyNavigation } from '../../shell/classify-navigation.ts';
import {
  foreignParts,
  foreignTexts,
  tb7,
  templateParts,
  visioFile,
  visioPage,
} from './foreign-texts.ts';
import { hostileText } from './hostile-text.ts';

export type Parser = {
  texts: fc.Arbitrary<string>;
  /** Texts that once took far too long to read. */
  worst?: string[];
  read: (text: string) => unknown;
};

const node = (id: string, more = {}) => ({ id, position: { x: 0, y: 0 }, data: {}, ...more });
const zone = node('z', { type: 'trustBoundaryNode', parentId: 'a' });
const bend = { x: 5, y: 10 };
const flow = { id: 'f', source: 'a', target: 'b', data: { shape: 'stepped', bends: [bend] } };
const canvas = { nodes: [node('a', { parentId: 'z' }), node('b'), zone], edges: [flow] };

const json = ['{', '}', '[', ']', ',', ':', '"', '"a"', '1e999', 'null', '\\', '"\\u', '{"a":'];
const ids = ['"id":', '"a"', '"__proto__":', '"constructor":', '0'];
const ofCanvas = [
  '"nodes":[',
  '"edges":[',
  '"position":{"x":0,"y":0}',
  '"parentId":"a"',
  '"data":{',
  '"bends":[',
  '{"x":1,"y":2},',
  '"shape":"stepped"',
  '"source":"a","target":"b"',
  JSON.stringify(node('a')),
  `${JSON.stringify(flow)},`,
];
const clip = { id: 'c', canvasId: 'd', isCut: false, components: [], ...canvas };

const otm = {
  otmVersion: '0.2.0',
  project: { id: 'p', name: 'P' },
  trustZones: [{ id: 'z', name: 'Z', risk: { trustRating: 1 } }],
  components: [{ id: 'a', name: 'A', parent: { trustZone: 'z' }, type: 'x' }],
  dataflows: [{ id: 'f', name: 'F', source: 'a', destination: 'a' }],
};
const yaml = [
  'a: ',
  '- ',
  '? ',
  '&a ',
  '*a',
  '*a, ',
  '!!set ',
  '<<: ',
  '|\n ',
  '>-\n',
  '# ',
  "'",
  '"\\x',
  '[',
  ']',
  '{',
  '}',
  ',',
  '\n',
  '\n ',
  '\t',
  '%YAML 1.2\n',
  '---\n',
  '...',
  '@',
  '`',
  ':',
  'otmVersion: 0.2.0\nproject: {id: p, name: p}\n',
  'components:\n',
  'threats: ',
  'parent: ',
];
const asYaml =
  'otmVersion: 0.2.0\nproject:\n  id: p\n  name: P\ncomponents:\n  - id: a\n    name: A';

const lines = [
  'a',
  'Web app',
  ' -> ',
  '->',
  '<-',
  '<->',
  ' - ',
  ': ',
  ':',
  '[',
  ']',
  '(',
  ')',
  '"',
  '\\',
  '\n',
  ' ',
  '\t',
  '{',
  '}',
  '{\n',
  '\n}\n',
  'boundary: ',
  'note: ',
  'store: ',
  '- [ ] ',
  '1. ',
  'boundary: A {\n',
  'A -> B: C\n',
  '# ',
  '%%',
  'B\n',
];

const urls = [
  'http',
  'https',
  'app',
  '://',
  ':',
  '/',
  '//',
  '..',
  '%2e%2e',
  '%2f',
  '%',
  '\\',
  '@',
  '?',
  '#',
  'parapet',
  'localhost',
  '127.0.0.1',
  '[::1]',
  '127.',
  'api/v1',
  '.',
  'xn--',
  'ａ',
  '\0',
  'javascript:',
  'file:',
  'data:',
  ' ',
  '\n',
  'index.html',
  '0x7f',
  'é',
];

const filter = /<Include>(.*?)<\/Include>/.exec(tb7)?.[1] ?? '';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const manyBends = Array.from({ length: 60_000 }, (_, at) => ({ x: at % 700, y: at % 110 }));
const bent = { shape: 'stepped', bends: manyBends };
const nestedLines = Array.from({ length: 1000 }, (_, at) => `A${at} -> B: C\nboundary: D {`);
const deepLines = 'boundary: A {\n'.repeat(20_000);
const slowForeign = [
  '<!-- -->'.repeat(5000),
  `flowchart LR\nA -- ${' '.repeat(3000)}x`,
  `flowchart LR\nA -- x${'-'.repeat(20_000)}!`,
  `flowchart LR\nA -->|${' '.repeat(20_000)}x`,
  `${'%%{'.repeat(10_000)}\nflowchart LR\nA-->B`,
];

/** All parsers of foreign input, each with hostile texts. */
export const parsers: Record<string, Parser> = {
  'Open Threat Model in JSON': {
    texts: hostileText([...json, ...ids, JSON.stringify(otm)], [JSON.stringify(otm)]),
    read: (text) => readOtm(text),
  },
  'Open Threat Model in YAML': {
    texts: hostileText(yaml, [asYaml]),
    read: (text) => readOtm(text),
  },
  'canvas data': {
    texts: hostileText([...json, ...ids, ...ofCanvas], [JSON.stringify(canvas)]),
    worst: [JSON.stringify({ ...canvas, edges: [{ ...flow, data: bent }] })],
    read: (text) => {
      const document = canvasDocumentSchema.safeParse(asJson(text)).data;
      return document && [drawingOf(document), problemsOf(document)];
    },
  },
  'the clipboard': {
    texts: hostileText([...json, ...ids, ...ofCanvas], [writeClip(clip)]),
    read: (text) => readClip(text),
  },
  'lines of text': {
    texts: hostileText(lines, ['boundary: A {\n  [B]\n}\n(C) -> B: D\nnote: E']),
    worst: [nestedLines.join('\n'), deepLines],
    read: (text) => drawTextDiagram(emptyDocument, readTextDiagram(text)),
  },
  ...Object.fromEntries(
    Object.entries(foreignTexts).map(([name, honest]): [string, Parser] => [
      name,
      {
        texts: hostileText(foreignParts, honest),
        worst: slowForeign,
        read: (text) => readModelFile(text, 'file'),
      },
    ]),
  ),
  'templates of the Microsoft Threat Modeling Tool': {
    texts: fc.oneof(
      hostileText([...foreignParts, ...templateParts], [tb7]),
      hostileText(templateParts, [filter]).map((text) => tb7.replace(filter, text)),
    ),
    worst: [tb7.replace(filter, '('.repeat(19_000))],
    read: (text) => readTemplate(text),
  },
  'pages of Visio': {
    texts: hostileText([...foreignParts, '<Shape ID="1">', '<Shapes>', '</Shapes>'], [visioPage]),
    read: (text) => readModelFile(visioFile(text), 'file.vsdx'),
  },
  'archives of Visio': {
    texts: hostileText(['PK', '\0', '\u0001', '\u00FF'], [latin(visioFile(visioPage))]),
    read: (text) => readModelFile(Buffer.from(text, 'latin1'), 'file.vsdx'),
  },
  addresses: {
    texts: hostileText(urls, ['https://threats.example.com/api/v1', 'app://parapet/index.html']),
    worst: [`https://a${'/'.repeat(40_000)}b`],
    read: (text) => [baseUrlsOf(text), classifyNavigation(text), fileOfUrl(text, '/app')],
  },
  IDs: {
    texts: hostileText(['a', '-', '0', '/', '..', '\0', '%', ' '], ['a0b1-c2']),
    read: (text) => identifier.safeParse(text),
  },
};

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
