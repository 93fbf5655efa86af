import type { Content } from 'pdfmake/interfaces.js';
import type { ReportComment, ReportMitigation, ReportThreat } from '../report-content.ts';
import { label, quiet, ruledTable, tag, withRoomBelow } from './blocks.ts';
import { hasText, titleOr } from './has-text.ts';
import { colours, dateText, mitigationTag, priorityTags, textWidth, threatTags } from './look.ts';
import type { Typesetter } from './typesetter.ts';

const indent = 14;
const width = textWidth - indent;
const statusWidth = 92;

/** One threat: what it is, what is done about it, what was said about it. */
export const threatSection = (threat: ReportThreat, setter: Typesetter): Content[] => [
  ...withRoomBelow([head(threat, setter)], 34),
  { stack: body(threat, setter), margin: [indent, 0, 0, 18] },
];

/** A bar in the priority's colour beside its word, so that one finds the worst while leafing. */
const head = (threat: ReportThreat, { prose, line }: Typesetter): Content => {
  const { colour } = priorityTags[threat.priority];
  const tags: Content = {
    columns: [
      {
        width: 'auto',
        text: [tag(priorityTags[threat.priority]), '   ', tag(threatTags[threat.status])],
      },
      {
        width: '*',
        stack: [line(threat.refId, { width: 120, size: 8.5, colour: colours.dimmed })],
        alignment: 'right',
      },
    ],
    columnGap: 10,
  };
  const title = prose(titleOr(threat.title, 'Untitled threat'), {
    width: width - 10,
    size: 11.5,
    bold: true,
  });
  return {
    table: { widths: ['*'], body: [[{ stack: [tags, { stack: [title], margin: [0, 3, 0, 0] }] }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (column) => (column === 0 ? 3 : 0),
      vLineColor: () => colour,
      paddingLeft: () => indent - 3,
      paddingRight: () => 0,
      paddingTop: () => 1,
      paddingBottom: () => 2,
    },
    margin: [0, 0, 0, 4],
  };
};

const body = (threat: ReportThreat, setter: Typesetter): Content[] => [
  ...(!hasText(threat.description)
    ? [quiet('No description.')]
    : [setter.prose(threat.description, { width, size: 9.5 })]),
  ...(hasText(threat.source) ? [field('Source', threat.source, width, setter)] : []),
  ...mitigations(threat.mitigations, setter),
  ...comments(threat.comments, setter),
];

const field = (name: string, text: string, fieldWidth: number, { prose }: Typesetter): Content => ({
  stack: [
    { text: name, fontSize: 8.5, bold: true, color: colours.dimmed },
    prose(text, { width: fieldWidth, size: 9.5 }),
  ],
  margin: [0, 4, 0, 0],
});

const mitigations = (list: readonly ReportMitigation[], setter: Typesetter): Content[] => [
  ...withRoomBelow([{ ...label('Mitigations'), margin: [0, 10, 0, 1] }], 26),
  list.length === 0
    ? quiet('No mitigations are recorded for this threat.')
    : ruledTable({
        widths: [statusWidth, '*'],
        body: list.map((mitigation) => [
          { text: [tag(mitigationTag(mitigation.status))], margin: [0, 1, 0, 0] },
          mitigationText(mitigation, setter),
        ]),
      }),
];

const mitigationText = (mitigation: ReportMitigation, setter: Typesetter): Content => {
  const textSpace = width - statusWidth - 12;
  const { prose } = setter;
  const fields: [name: string, text: string | null][] = [
    ['Consideration', mitigation.consideration],
    ['Explanation', mitigation.explanation],
    ['Example', mitigation.example],
    ['Question', mitigation.question],
  ];
  const title = titleOr(mitigation.title, 'Untitled mitigation');
  return {
    stack: [
      prose(title, { width: textSpace, size: 9.5, bold: true }),
      ...(!hasText(mitigation.definition)
        ? []
        : [prose(mitigation.definition, { width: textSpace, size: 9.5 })]),
      ...fields.flatMap(([name, text]) =>
        hasText(text) ? [field(name, text, textSpace, setter)] : [],
      ),
    ],
  };
};

const comments = (list: readonly ReportComment[], setter: Typesetter): Content[] =>
  list.length === 0
    ? []
    : [
        ...withRoomBelow([{ ...label('Comments'), margin: [0, 10, 0, 3] }], 26),
        ...list.map((comment) => commentBlock(comment, setter)),
      ];

const commentBlock = ({ author, createdAt, text }: ReportComment, setter: Typesetter): Content => ({
  stack: [
    {
      columns: [
        { width: 'auto', stack: [setter.line(author, { width: 260, size: 9, bold: true })] },
        { width: '*', text: dateText(createdAt), fontSize: 8.5, color: colours.dimmed },
      ],
      columnGap: 8,
    },
    setter.prose(text, { width, size: 9.5 }),
  ],
  margin: [0, 0, 0, 6],
});
