/** Characters that XML 1.0 does not allow, not even escaped: control characters and lone surrogates. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escapes: Partial<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes a text for an attribute or an element of XML. Line breaks are kept. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => escapes[character] ?? character);

/** Escapes a text for an element of HTML. Line breaks become `<br>`. */
export const htmlText = (text: string): string =>
  xmlText(text.replaceAll(/\r\n?/g, '\n')).replaceAll('&#10;', '<br>');

type Attributes = Record<string, string | number | undefined>;

/** Returns an element of XML. Escapes its attributes, but not its content. */
export const xmlElement = (name: string, attributes: Attributes, content?: string): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
};
