import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  type Table,
} from 'docx';
import type { ReportContent } from '#shared/report/report-content.ts';
import { reportData, type ReportData } from './report/report-data.ts';
import { imageFigure } from './report/whole-figures.ts';
import {
  dim,
  dimmed,
  heading,
  ink,
  label,
  paragraph,
  prose,
  run,
  safe,
  table,
  tag,
} from './report/word-parts.ts';

/** Returns a report as a Word file, so that people can finish it in their own template. */
export const makeWordReport = async (content: ReportContent): Promise<Uint8Array> => {
  const { data, pictures } = await reportData(content, imageFigure);
  const images = new Map(pictures.map(({ file, content: picture }) => [file, picture]));
  const document = new Document({
    title: safe(data.title),
    subject: safe(data.subject),
    creator: safe(data.author),
    styles: { default: { document: { run: { font: 'Calibri', size: 20, color: ink } } } },
    sections: [
      {
        footers: { default: footerOf(data) },
        children: [...coverOf(data), ...sectionsOf(data, images)],
      },
    ],
  });
  return await Packer.toBuffer(document);
};

const footerOf = ({ footer, asOf }: ReportData): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        children: [
          run(`${[footer, asOf].filter((text) => text !== '').join(' · ')} · `, { color: dimmed }),
          new TextRun({ children: [PageNumber.CURRENT], color: dimmed }),
        ],
      }),
    ],
  });

type Part = Paragraph | Table;

const coverOf = (data: ReportData): Part[] => [
  ...(data.classification === '' ? [] : [paragraph(data.classification, { bold: true })]),
  dim(data.words.kicker),
  new Paragraph({ heading: HeadingLevel.TITLE, children: [run(data.title, { color: ink })] }),
  ...[data.collection, data.canvases].filter((text) => text !== '').map(dim),
  table(
    [data.words.priority, ...data.facts.map(({ name }) => name)],
    [[data.priority, ...data.facts.map(({ value }) => value)]],
  ),
];

const sectionsOf = (data: ReportData, images: ReadonlyMap<string, Uint8Array>): Part[] => {
  const { words } = data;
  const section = (title: string, parts: readonly Part[], none: string): Part[] => [
    heading(title, HeadingLevel.HEADING_1),
    ...(parts.length === 0 ? [dim(none)] : parts),
  ];
  return [
    ...section(words.summary, summaryOf(data), words.noThreats),
    ...section(
      words.diagrams,
      data.diagrams.flatMap((each) => diagramOf(each, images)),
      '',
    ),
    ...section(
      words.components,
      data.components.flatMap((each) => componentOf(each, words)),
      words.noThreats,
    ),
    ...section(words.register, registerOf(data.register, words), words.noThreats),
    ...section(
      words.flows,
      groupsOf(data.flows, (rows) =>
        table(
          [words.flow, words.ends, words.protocol, words.data, words.protection, words.crosses],
          rows.map((row) => [
            row.name,
            `${row.source} ${row.direction === 'both' ? '↔' : '→'} ${row.target}`,
            orDash(row.protocol),
            orDash(row.data),
            row.protection,
            orDash(row.crosses),
          ]),
        ),
      ),
      words.noFlows,
    ),
    ...section(
      words.boundaries,
      groupsOf(data.boundaries, (rows) =>
        table(
          [words.boundary, words.holds, words.crossing],
          rows.map(({ name, holds, crossing }) => [name, holds, crossing]),
        ),
      ),
      words.noBoundaries,
    ),
    ...section(words.planned, plannedOf(data), words.noPlanned),
    ...section(
      words.scope,
      data.scope.flatMap(({ title, items }) => [
        heading(title, HeadingLevel.HEADING_2),
        ...items.flatMap(prose),
      ]),
      words.noScope,
    ),
    ...section(
      words.history,
      data.history.length === 0
        ? []
        : [
            table(
              [words.date, words.change],
              data.history.map(({ date, text }) => [date, text]),
            ),
          ],
      '',
    ),
  ];
};

type Words = ReportData['words'];

const orDash = (text: string): string => (text === '' ? '–' : text);

const groupsOf = <Row>(
  groups: readonly { canvas: string; rows: Row[] }[],
  draw: (rows: Row[]) => Table,
): Part[] =>
  groups.flatMap(({ canvas, rows }) => [
    ...(groups.length > 1 ? [heading(canvas, HeadingLevel.HEADING_2)] : []),
    draw(rows),
  ]);

const registerOf = (rows: ReportData['register'], words: Words): Part[] =>
  rows.length === 0
    ? []
    : [
        table(
          [words.id, words.threat, words.component, words.priority, words.status, words.done],
          rows.map((row) => [
            row.id,
            row.title,
            row.component,
            row.priority,
            row.status,
            row.mitigations,
          ]),
        ),
      ];

const plannedOf = ({ planned, words }: ReportData): Part[] =>
  planned.length === 0
    ? []
    : [
        table(
          [words.mitigation, words.id, words.threat, words.component, words.priority],
          planned.map((row) => [row.title, row.id, row.threat, row.component, row.priority]),
        ),
      ];

const summaryOf = (data: ReportData): Part[] => [
  paragraph(data.figures.map(({ value, name }) => `${value} ${name}`).join(' · ')),
  ...(data.register.length === 0
    ? []
    : data.bars.map(
        ({ tag: priority, text }) =>
          new Paragraph({ children: [tag(priority), run(`  ${text}`)], spacing: { after: 40 } }),
      )),
  ...(data.about.length === 0
    ? []
    : [heading(data.words.about, HeadingLevel.HEADING_2), ...prose(data.about)]),
  ...(data.top.length === 0
    ? []
    : [heading(data.words.top, HeadingLevel.HEADING_2), ...registerOf(data.top, data.words)]),
];

/** The size of the area for content on a page, in pixels of Word. */
const room = { width: 600, height: 780 };

const diagramOf = (
  { title, figures }: ReportData['diagrams'][number],
  images: ReadonlyMap<string, Uint8Array>,
): Part[] => [
  heading(title, HeadingLevel.HEADING_2),
  ...figures.flatMap(({ file, width, height, alt }) => {
    const data = images.get(file);
    if (!data) return [];
    const scale = Math.min(1, room.width / width, room.height / height);
    const transformation = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    const altText = { name: safe(file), description: safe(alt), title: safe(title) };
    return [
      new Paragraph({ children: [new ImageRun({ type: 'png', data, transformation, altText })] }),
    ];
  }),
];

const componentOf = (component: ReportData['components'][number], words: Words): Part[] => [
  heading(component.title, HeadingLevel.HEADING_2),
  dim(`${component.kind} · ${component.about}`),
  ...prose(component.description),
  ...(component.attributes === '' ? [] : [dim(component.attributes)]),
  ...component.threats.flatMap((threat) => threatOf(threat, words)),
];

type Threat = ReportData['components'][number]['threats'][number];

const threatOf = (threat: Threat, words: Words): Part[] => [
  heading(threat.title, HeadingLevel.HEADING_3),
  new Paragraph({
    keepNext: true,
    spacing: { after: 80 },
    children: [
      tag(threat.priority),
      run('  '),
      tag(threat.status),
      run(`  ${threat.id}`, { color: dimmed }),
    ],
  }),
  ...(threat.description.length === 0 ? [dim(words.noDescription)] : prose(threat.description)),
  ...threat.fields.flatMap(({ name, text }) => [label(name), ...prose(text)]),
  label(words.mitigations),
  ...(threat.mitigations.length === 0 ? [dim(words.noMitigations)] : []),
  ...threat.mitigations.flatMap(({ title, status, definition, fields }) => [
    new Paragraph({
      spacing: { before: 60, after: 60 },
      children: [tag(status), run('  '), run(title, { bold: true })],
    }),
    ...prose(definition),
    ...fields.flatMap(({ name, text }) => [label(name), ...prose(text)]),
  ]),
  ...(threat.comments.length === 0 ? [] : [label(words.comments)]),
  ...threat.comments.flatMap(({ author, date, text }) => [
    paragraph(`${author} · ${date}`, { color: dimmed }),
    ...prose(text),
  ]),
];
