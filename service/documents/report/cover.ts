import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { ReportContent, ReportModel } from '../report-content.ts';
import { label, quiet, ruledTable, tag } from './blocks.ts';
import { countsOf, type Counts, type PriorityCount } from './counts.ts';
import { hasText, titleOr } from './has-text.ts';
import { colours, counted, dateText, priorityTags, textWidth } from './look.ts';
import type { Typesetter } from './typesetter.ts';

/** What the model is, and how it stands. */
export const cover = (content: ReportContent, { prose, line }: Typesetter): Content[] => {
  const { model, canvas, components } = content;
  const width = textWidth;
  return [
    label('Threat model report'),
    { ...rule(colours.accent, 2.5, 44), margin: [0, 4, 0, 18] },
    {
      stack: [
        prose(titleOr(model.title, 'Untitled threat model'), { width, size: 28, bold: true }),
      ],
      lineHeight: 1.02,
    },
    {
      stack: [
        line([model.collection, canvas.title].filter(Boolean).join('  ·  '), {
          width,
          size: 12,
          colour: colours.dimmed,
        }),
      ],
      margin: [0, 4, 0, 20],
    },
    facts(model, line),
    ...summary(countsOf(components)),
    ...about(model.description, prose),
  ];
};

const rule = (colour: string, thickness: number, length: number) => ({
  canvas: [{ type: 'rect' as const, x: 0, y: 0, w: length, h: thickness, color: colour }],
});

const none = '–';

/** Only what somebody entered, but always who and how far it is. */
const factsOf = (model: ReportModel): [name: string, value: string][] => {
  const date = (iso: string | null): string => (iso ? dateText(iso) : '');
  const amount = (value: number | null): string => value?.toLocaleString('en-GB') ?? '';
  const always: [string, string][] = [
    ['Owner', model.owner ?? none],
    ['Status', model.status],
    ['Created', date(model.createdAt)],
    ['Last changed', date(model.updatedAt)],
  ];
  const entered: [string, string][] = [
    ['Due', date(model.dueToDate)],
    ['Retrospective completed', date(model.retroCompletedAt)],
    ['Archived', date(model.archivedAt)],
    ['Time invested', amount(model.timeInvested)],
    ['Quality of the model', amount(model.qualityOfModel)],
    ['When to revisit', amount(model.whenToRevisit)],
  ];
  return [...always, ...entered.filter(([, value]) => value !== '')];
};

const factColumns = 4;

const facts = (model: ReportModel, line: Typesetter['line']): Content => {
  const width = textWidth / factColumns - 12;
  const cells: TableCell[] = [
    { stack: [label('Priority'), tag(priorityTags[model.priority])] },
    ...factsOf(model).map(([name, value]) => ({
      stack: [label(name), line(value, { width, size: 10 })],
    })),
  ];
  while (cells.length % factColumns !== 0) cells.push('');
  const body = Array.from({ length: cells.length / factColumns }, (_, row) =>
    cells.slice(row * factColumns, (row + 1) * factColumns),
  );
  return {
    table: { widths: Array.from({ length: factColumns }, () => '*'), body },
    layout: {
      hLineWidth: (row) => (row === 0 || row === body.length ? 0.75 : 0),
      vLineWidth: () => 0,
      hLineColor: () => colours.line,
      paddingLeft: () => 0,
      paddingRight: () => 10,
      paddingTop: () => 9,
      paddingBottom: () => 7,
    },
    margin: [0, 0, 0, 26],
  };
};

const summary = (counts: Counts): Content[] => [
  { text: 'Summary', fontSize: 15, bold: true, margin: [0, 0, 0, 10] },
  figures(counts),
  counts.threats === 0
    ? quiet('No threats have been recorded in this model yet.', 10)
    : bars(counts),
];

const figures = (counts: Counts): Content => ({
  columns: [
    figure(String(counts.components), counts.components === 1 ? 'component' : 'components'),
    figure(String(counts.threats), counts.threats === 1 ? 'threat' : 'threats'),
    figure(String(counts.openThreats), 'still open'),
    figure(`${counts.completeMitigations} of ${counts.mitigations}`, 'mitigations complete'),
  ],
  columnGap: 10,
  margin: [0, 0, 0, 16],
});

const figure = (value: string, name: string): Content => ({
  table: {
    widths: ['*'],
    body: [
      [
        {
          stack: [{ text: value, fontSize: 20, bold: true }, quiet(name, 9)],
          fillColor: '#f8f9fb',
        },
      ],
    ],
  },
  layout: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 12,
    paddingRight: () => 8,
    paddingTop: () => 7,
    paddingBottom: () => 9,
  },
});

const barWidth = 270;

const bars = ({ byPriority }: Counts): Content => {
  const most = Math.max(...byPriority.map(({ all }) => all));
  return ruledTable({
    widths: [74, barWidth, '*'],
    body: byPriority.map((count) => [
      { text: [tag(priorityTags[count.priority])], margin: [0, 1, 0, 0] },
      bar(count, most),
      { text: countText(count), fontSize: 9.5, alignment: 'right' },
    ]),
  });
};

const countText = ({ open, all }: PriorityCount): string =>
  all === 0 ? 'none' : `${open} open of ${all}`;

/** All of a priority in its soft colour, the open ones in the strong one over it. */
const bar = ({ priority, open, all }: PriorityCount, most: number): Content => {
  const { colour, soft } = priorityTags[priority];
  const rect = (count: number, color: string) => {
    const w = count === 0 ? 0 : Math.max(3, (count / most) * barWidth);
    return { type: 'rect' as const, x: 0, y: 0, w, h: 9, r: 2, color };
  };
  return {
    canvas: [rect(all, soft), ...(open > 0 ? [rect(open, colour)] : [])],
    margin: [0, 3, 0, 0],
  };
};

const about = (description: string, prose: Typesetter['prose']): Content[] =>
  !hasText(description)
    ? []
    : [
        { text: 'About this model', fontSize: 15, bold: true, margin: [0, 22, 0, 6] },
        prose(description, { width: textWidth, size: 10 }),
      ];

export const coverSubject = ({ components }: ReportContent): string => {
  const { threats, openThreats } = countsOf(components);
  return `${counted(components.length, 'component')}, ${counted(threats, 'threat')}, ${openThreats} open`;
};
