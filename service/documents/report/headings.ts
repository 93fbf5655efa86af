import type { ContentText } from 'pdfmake/interfaces.js';
import { showable } from '../fonts/font-runs.ts';

/** A heading in our own words, with its bookmark. */
export const heading = (text: string, id: string): ContentText => ({
  text,
  fontSize: 18,
  bold: true,
  margin: [0, 0, 0, 12],
  ...bookmark(text, id),
});

/** For the text that stands for a part in the viewer's list of bookmarks. */
export const bookmark = (title: string, id: string) => ({
  id,
  outline: true,
  outlineText: showable(title.slice(0, 200)).replaceAll(/\s+/gu, ' ').trim() || 'Untitled',
});
