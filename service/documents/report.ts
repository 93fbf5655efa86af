import type { ReportContent } from '#shared/report/report-content.ts';
import { figuresOf } from './report/figures.ts';
import { logoFile } from './report/logo-file.ts';
import { reportData } from './report/report-data.ts';
import { settable } from './report/rich-text.ts';
import { familiesFor, typeset } from './report/typeset.ts';

/**
 * Returns a threat model as a tagged PDF with bookmarks and a title. The same content always gives the
 * same bytes.
 */
export const makeReport = async (content: ReportContent): Promise<Uint8Array> => {
  const { data, pictures } = await reportData(content, figuresOf);
  const logo = logoFile(content.appearance.logo);
  const text = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? settable(value) : value,
  );
  const drawn = pictures
    .filter(({ file }) => file.endsWith('.svg'))
    .map((picture) => new TextDecoder().decode(picture.content));
  const families = familiesFor([text, ...drawn].join(''));
  const json = `${text.slice(0, -1)},${JSON.stringify({ families, logo: logo?.path ?? '' }).slice(1)}`;
  return await typeset(
    [
      { path: 'data.json', content: new TextEncoder().encode(json) },
      ...pictures.map(({ file, content: picture }) => ({ path: file, content: picture })),
      ...(logo ? [logo] : []),
    ],
    families,
  );
};
