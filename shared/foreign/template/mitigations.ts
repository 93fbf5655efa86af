import { textOfTm7 } from '../tm7/text.ts';

export type TemplateMitigation = { title: string; text: string; urls: string[] };

const maxMitigations = 50;
const longest = { title: 200, text: 20_000, url: 2000 };

const link = /href\s*=\s*["']([^"']{1,2000})["']/i;
const reference = /\bRefer(?:ence)?\s{0,9}:?$/i;
const leadingPeriod = /^\.\s+/;

/**
 * Splits the text with the mitigations of a threat type. Each mitigation ends with a link: `Use X.
 * Refer: <a …>…</a>`. A text without links is one mitigation.
 */
export const templateMitigations = (html: string): TemplateMitigation[] => {
  const mitigations: TemplateMitigation[] = [];
  for (const part of html.slice(0, 100_000).split(/<\/a>/i)) {
    const from = part.search(/<a\s/i);
    const [before, tag] = from === -1 ? [part, ''] : [part.slice(0, from), part.slice(from)];
    const text = textOfTm7(before)
      .replace(leadingPeriod, '')
      .replace(reference, '')
      .slice(0, longest.text)
      .trim();
    const url = link.exec(tag)?.[1]?.trim() ?? '';
    const urls = /^https?:\/\//i.test(url) ? [url] : [];
    const last = mitigations.at(-1);
    // Some parts have no words, because a mitigation has several links, or because a period follows its
    // last link. Only the link of such a part is kept, and it belongs to the last mitigation.
    if (!/[\p{L}\p{N}]{2}/u.test(text)) last?.urls.push(...urls);
    else if (mitigations.length < maxMitigations) mitigations.push({ ...titled(text), urls });
  }
  return mitigations;
};

const titled = (text: string): { title: string; text: string } => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= longest.title
    ? { title: line, text: '' }
    : { title: `${line.slice(0, longest.title - 1)}…`, text };
};
