import { Parser } from 'htmlparser2';
import { t } from '../locales/texts.ts';
import type { OtmRefusal } from '../otm/content.ts';

/**
 * An XML element. Names have no prefix, because each tool uses its own prefixes for the same
 * namespace.
 */
export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** The text of the element itself, without the text of its children. */
  text: string;
  /**
   * The text of the element and of its descendants, in the order of the file. It is cut if it is very
   * long.
   */
  whole: string;
};

const limits = { depth: 200, parts: 600_000 };

const longestWhole = 10_000;

type Open = { element: XmlElement; texts: string[]; whole: string[] };

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

class Refused extends Error {}

/**
 * Parses XML. Only the five predefined entities are known, and no other files are loaded. Refuses
 * document types with definitions, missing end tags, and more levels or parts than any tool writes.
 */
export const parseXml = (
  source: string,
): { ok: true; root: XmlElement } | { ok: false; refusal: OtmRefusal } => {
  const top: XmlElement = { name: '', attributes: new Map(), children: [], text: '', whole: '' };
  const open: Open[] = [{ element: top, texts: [], whole: [] }];
  let attributes = new Map<string, string>();
  let parts = 0;
  const count = (): void => {
    parts += 1;
    if (parts > limits.parts) {
      throw new Refused(t('imports:refused.values', { limit: limits.parts }));
    }
  };
  const parser = new Parser(
    {
      onprocessinginstruction: (name, data) => {
        if (name.toUpperCase() === '!DOCTYPE' && /\[|<!/.test(data.slice(1))) {
          throw new Refused(t('imports:refused.doctype'));
        }
      },
      onattribute: (name, value) => {
        count();
        attributes.set(local(name), value);
      },
      onopentag: (name) => {
        count();
        if (open.length > limits.depth) {
          throw new Refused(t('imports:refused.nesting', { limit: limits.depth }));
        }
        const element: XmlElement = {
          name: local(name),
          attributes,
          children: [],
          text: '',
          whole: '',
        };
        attributes = new Map();
        open.at(-1)?.element.children.push(element);
        open.push({ element, texts: [], whole: [] });
      },
      ontext: (text) => {
        open.at(-1)?.texts.push(text);
        open.at(-1)?.whole.push(text);
      },
      onclosetag: (_name, isImplied) => {
        // `isImplied` is true for a missing end tag, but also for an empty element such as `<a/>`. Only
        // a missing end tag means that the file is damaged.
        const isEmpty = source[parser.endIndex - 1] === '/';
        if (isImplied && !isEmpty) throw new Refused(t('imports:refused.damaged-xml'));
        const closed = open.pop();
        if (!closed) return;
        closed.element.text = closed.texts.join('');
        // The text is cut, because each element repeats the texts of all its descendants. Without a
        // limit, deep nesting could fill the memory.
        closed.element.whole = closed.whole.join('').slice(0, longestWhole);
        open.at(-1)?.whole.push(closed.element.whole);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.end(source);
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, refusal: { place: '$', reason: error.message } };
    }
    throw error;
  }
  const [root, second] = top.children;
  if (!root || second) {
    return { ok: false, refusal: { place: '$', reason: t('imports:refused.damaged-xml') } };
  }
  return { ok: true, root };
};

export const childNamed = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenNamed = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Returns the text of the child with this name, or an empty text if there is no such child. */
export const textIn = (element: XmlElement | undefined, name: string): string =>
  childNamed(element, name)?.text.trim() ?? '';

/** Returns a text as a finite number, or undefined if the text is not such a number. */
export const numberIn = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
};
