import type { Content } from 'pdfmake/interfaces.js';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { ReportComponent } from '../report-content.ts';
import { quiet, withRoomBelow } from './blocks.ts';
import { componentId, untitled } from './contents.ts';
import { inOrder, isOpen } from './counts.ts';
import { hasText, titleOr } from './has-text.ts';
import { bookmark } from './headings.ts';
import { colours, counted, textWidth } from './look.ts';
import { threatSection } from './threat-section.ts';
import type { Typesetter } from './typesetter.ts';

/** What each component is on the canvas, by the component's id. */
export type Kinds = ReadonlyMap<string, string>;

const kindNames = new Map([
  ['processNode', 'Process'],
  ['dataStoreNode', 'Data store'],
  ['externalEntityNode', 'External entity'],
  ['trustBoundaryNode', 'Trust boundary'],
  ['noteNode', 'Note'],
]);

export const kindsOf = ({ nodes, edges }: CanvasDocument): Kinds => {
  const kinds = new Map<string, string>();
  for (const { data } of edges) if (data?.componentId) kinds.set(data.componentId, 'Data flow');
  for (const { type, data } of nodes) {
    if (data.componentId) kinds.set(data.componentId, kindNames.get(type ?? '') ?? 'Component');
  }
  return kinds;
};

/** A component with all that was found on it. */
export const componentSection = (
  component: ReportComponent,
  index: number,
  kinds: Kinds,
  setter: Typesetter,
): Content[] => [
  ...withRoomBelow(head(component, index, kinds, setter), 90, index === 0 ? newPage : {}),
  ...(!hasText(component.description)
    ? []
    : [spaced(setter.prose(component.description, { width: textWidth, size: 10 }))]),
  ...(component.attributes.length === 0
    ? []
    : [
        spaced(
          setter.prose(`Attributes: ${component.attributes.join(', ')}`, {
            width: textWidth,
            size: 9.5,
            colour: colours.dimmed,
          }),
        ),
      ]),
  ...(component.threats.length === 0
    ? [
        {
          ...quiet('No threats were found on this component.', 10),
          margin: [0, 2, 0, 20],
        } as Content,
      ]
    : inOrder(component.threats).flatMap((threat) => threatSection(threat, setter))),
];

const spaced = (content: Content): Content => ({ stack: [content], margin: [0, 0, 0, 10] });

/** The components begin on an upright page of their own, after the diagram. */
const newPage = { pageBreak: 'before', pageOrientation: 'portrait' } as const;

/** Made anew each time, for the library writes into what it is given. */
const rule = (): Content => ({
  canvas: [
    { type: 'line', x1: 0, y1: 0, x2: textWidth, y2: 0, lineWidth: 0.75, lineColor: colours.line },
  ],
  margin: [0, 6, 0, 14],
});

const head = (
  component: ReportComponent,
  index: number,
  kinds: Kinds,
  { prose }: Typesetter,
): Content[] => [
  ...(index === 0 ? [] : [rule()]),
  {
    columns: [
      {
        width: 30,
        text: `${index + 1}`,
        fontSize: 16,
        bold: true,
        color: colours.accent,
        ...bookmark(`${index + 1}  ${titleOr(component.title, untitled)}`, componentId(index)),
      },
      {
        width: '*',
        stack: [
          prose(titleOr(component.title, untitled), {
            width: textWidth - 30,
            size: 16,
            bold: true,
          }),
        ],
      },
    ],
  },
  { ...quiet(aboutText(component, kinds)), margin: [30, 0, 0, 10] },
];

const aboutText = ({ id, threats }: ReportComponent, kinds: Kinds): string => {
  const open = threats.filter(isOpen).length;
  return [
    kinds.get(id) ?? 'Component',
    threats.length === 0 ? 'no threats' : `${counted(threats.length, 'threat')}, ${open} open`,
  ].join('  ·  ');
};
