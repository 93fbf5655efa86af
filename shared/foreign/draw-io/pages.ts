import { t } from '../../locales/texts.ts';
import type { OtmRefusal } from '../../otm/content.ts';
import { inflated } from '../inflated.ts';
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../xml.ts';

/** A page. `graph` is its `mxGraphModel`, or the reason why the page cannot be read. */
export type DrawIoPage = { id: string; title: string; graph: XmlElement | OtmRefusal };

export const isGraph = (graph: XmlElement | OtmRefusal): graph is XmlElement => 'children' in graph;

/** The maximum total length of the compressed pages of a file after they are expanded, in characters. */
const maxCharacters = 32 * 1024 * 1024;

/**
 * Returns the pages of a file. The root of a file is an `mxfile` with pages, or a single
 * `mxGraphModel`.
 */
export const drawIoPages = (root: XmlElement): DrawIoPage[] => {
  if (root.name === 'mxGraphModel') return [{ id: 'page-1', title: '', graph: readable(root) }];
  let left = maxCharacters;
  return childrenNamed(root, 'diagram').map((diagram, at) => {
    const id = diagram.attributes.get('id') ?? `page-${at + 1}`;
    const title = diagram.attributes.get('name') ?? '';
    const graph = childNamed(diagram, 'mxGraphModel');
    if (graph) return { id, title, graph: readable(graph) };
    const text = diagram.text.trim();
    if (text === '' && diagram.children.length === 0) return { id, title, graph: diagram };
    const source = expanded(text, left);
    if (source === null) return { id, title, graph: unreadable() };
    left -= source.length;
    const parsed = parseXml(source);
    return { id, title, graph: parsed.ok ? readable(parsed.root) : parsed.refusal };
  });
};

/** Returns an element if it is an `mxGraphModel` with a root. An empty `mxGraphModel` has none. */
const readable = (graph: XmlElement): XmlElement | OtmRefusal => {
  const hasCells = graph.children.length === 0 || childNamed(graph, 'root') !== undefined;
  return graph.name === 'mxGraphModel' && hasCells ? graph : unreadable();
};

const unreadable = (): OtmRefusal => ({ place: '$', reason: t('imports:foreign.unreadable') });

/**
 * Returns the XML of a page, or null if the page is damaged or too long. draw.io URI-encodes the XML,
 * compresses it with deflate, and writes the result as base64.
 */
const expanded = (text: string, maxLength: number): string | null => {
  if (text.startsWith('<')) return text;
  if (text.startsWith('%3C')) return decoded(text);
  const source = inflated(text, maxLength);
  return source !== null && source.startsWith('%') ? decoded(source) : source;
};

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};
