import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text that a viewer finds on a page, and the size of the page in points. */
type PdfPage = { text: string; width: number; height: number };

type OutlineEntry = { title: string; items: OutlineEntry[] };

export type Pdf = {
  title: string;
  isTagged: boolean;
  pages: PdfPage[];
  /** The titles of the bookmarks. Each title is indented by two spaces for each level above it. */
  bookmarks: string[];
  /** The roles of the structure elements of all pages. */
  roles: Set<string>;
};

export const readPdf = async (bytes: Uint8Array): Promise<Pdf> => {
  // Copies the bytes, because the library takes over the buffer.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: true });
  const document = await task.promise;
  try {
    const { info } = await document.getMetadata();
    const mark = await document.getMarkInfo();
    const pages: PdfPage[] = [];
    const roles = new Set<string>();
    for (let at = 1; at <= document.numPages; at += 1) {
      const page = await document.getPage(at);
      const { items } = await page.getTextContent();
      const [left = 0, top = 0, right = 0, bottom = 0] = page.view;
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      pages.push({ text, width: right - left, height: bottom - top });
      collectRoles(await page.getStructTree(), roles);
    }
    const outline: OutlineEntry[] = (await document.getOutline()) ?? [];
    return {
      title: 'Title' in info ? String(info.Title) : '',
      isTagged: mark?.['Marked'] === true,
      pages,
      bookmarks: titlesOf(outline, 0),
      roles,
    };
  } finally {
    await task.destroy();
  }
};

const titlesOf = (entries: readonly OutlineEntry[], depth: number): string[] =>
  entries.flatMap(({ title, items }) => [
    '  '.repeat(depth) + title,
    ...titlesOf(items, depth + 1),
  ]);

const collectRoles = (node: unknown, roles: Set<string>): void => {
  if (typeof node !== 'object' || node === null) return;
  if ('role' in node && typeof node.role === 'string') roles.add(node.role);
  if ('children' in node && Array.isArray(node.children)) {
    for (const child of node.children) collectRoles(child, roles);
  }
};
