import type { Content, ContentText, TableCell } from 'pdfmake/interfaces.js';
import type { ReportComponent } from '../report-content.ts';
import { ruledTable } from './blocks.ts';
import { isOpen } from './counts.ts';
import { titleOr } from './has-text.ts';
import { heading } from './headings.ts';
import { colours, counted, textWidth } from './look.ts';
import type { Typesetter } from './typesetter.ts';

export const untitled = 'Untitled component';
export const diagramId = 'diagram';
export const componentId = (index: number): string => `component-${index + 1}`;

/** What is in the report and on which page. */
export const contents = (
  components: readonly ReportComponent[],
  { line }: Typesetter,
): Content[] => [
  { ...heading('Contents', 'contents'), pageBreak: 'before' },
  ruledTable({
    widths: [26, '*', 90, 30],
    body: [
      row('', { text: 'Diagram', fontSize: 10 }, '', diagramId),
      ...components.map((component, index) =>
        row(
          `${index + 1}`,
          line(titleOr(component.title, untitled), { width: textWidth - 190, size: 10 }),
          openText(component),
          componentId(index),
        ),
      ),
    ],
  }),
];

const openText = ({ threats }: ReportComponent): string => {
  const open = threats.filter(isOpen).length;
  return open === 0 ? '' : counted(open, 'open threat');
};

const row = (number: string, title: ContentText, about: string, target: string): TableCell[] => [
  { text: number, fontSize: 10, color: colours.dimmed },
  { ...title, linkToDestination: target },
  { text: about, fontSize: 9, color: colours.dimmed, alignment: 'right' },
  { pageReference: target, fontSize: 10, alignment: 'right' },
];
