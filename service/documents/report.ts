import type { TDocumentDefinitions, TFontDictionary } from 'pdfmake/interfaces.js';
import { assetPath } from './assets.ts';
import { faces, textFace } from './fonts/font-faces.ts';
import { showable } from './fonts/font-runs.ts';
import { loadMeasure } from './fonts/measure.ts';
import type { ReportContent } from './report-content.ts';
import { componentSection, kindsOf } from './report/component-section.ts';
import { contents } from './report/contents.ts';
import { cover, coverSubject } from './report/cover.ts';
import { diagram } from './report/diagram.ts';
import { colours, dateText, page } from './report/look.ts';
import { createTypesetter, type Typesetter } from './report/typesetter.ts';

/** Files are opened when a font is first used; the library asks for a style that is not there. */
const fontDictionary = (): TFontDictionary =>
  Object.fromEntries(
    faces.map(({ family, regular, bold }) => [
      family,
      { normal: assetPath(regular), bold: assetPath(bold ?? regular) },
    ]),
  );

const loadLibrary = async () => {
  const { default: pdfmake } = await import('pdfmake');
  const fonts = fontDictionary();
  const paths = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]));
  pdfmake.setFonts(fonts);
  // Texts of the model are never taken for addresses, but if one were, nothing would be fetched.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => paths.has(path));
  return pdfmake;
};

let library: ReturnType<typeof loadLibrary> | undefined;

/** A threat model with one canvas as a PDF: the same bytes for the same content. */
export const makeReport = async (content: ReportContent): Promise<Uint8Array> => {
  library ??= loadLibrary();
  const [pdfmake, measure] = await Promise.all([library, loadMeasure()]);
  const setter = createTypesetter(measure);
  const kinds = kindsOf(content.canvas.document);
  const sections = content.components.flatMap((component, index) =>
    componentSection(component, index, kinds, setter),
  );
  return await pdfmake
    .createPdf({
      ...frame(content, setter),
      content: [
        ...cover(content, setter),
        ...contents(content.components, setter),
        ...(await diagram(content, measure)),
        ...sections,
      ],
    })
    .getBuffer();
};

const frame = (
  content: ReportContent,
  setter: Typesetter,
): Omit<TDocumentDefinitions, 'content'> => {
  const { model, updatedAt } = content;
  const changed = new Date(updatedAt);
  const date = Number.isNaN(changed.getTime()) ? new Date(0) : changed;
  const title = showable(model.title.slice(0, 300));
  const small = { fontSize: 8, color: colours.dimmed };
  return {
    pageSize: 'A4',
    pageMargins: [page.side, page.top, page.side, page.bottom],
    defaultStyle: { font: textFace.family, fontSize: 10, color: colours.text, lineHeight: 1.08 },
    language: 'en',
    displayTitle: true,
    info: {
      title,
      author: showable(model.owner ?? ''),
      subject: coverSubject(content),
      creator: 'Parapet',
      producer: 'Parapet',
      creationDate: date,
      modDate: date,
    },
    header: (current: number) =>
      current === 1
        ? null
        : {
            columns: [
              setter.line(model.title, { width: 360, size: 8, colour: colours.dimmed }),
              { text: 'Threat model report', alignment: 'right', ...small },
            ],
            margin: [page.side, 34, page.side, 0],
          },
    footer: (current: number, count: number) => ({
      columns: [
        { text: `As of ${dateText(updatedAt)}`, ...small },
        { text: `${current} of ${count}`, alignment: 'right', ...small },
      ],
      margin: [page.side, 24, page.side, 0],
    }),
  };
};
