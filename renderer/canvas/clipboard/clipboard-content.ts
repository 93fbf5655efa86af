import { clipMediaType } from '#shared/desktop/clip.ts';

/** The copied elements in the app's own format and as text. Either string may be empty. */
export type ClipboardContent = { clip: string; text: string };

/**
 * Returns the content of a paste event, or `undefined` if the event lists types but has no data for
 * them. Chromium reads the types first and the data later. It gets no data if the system announces
 * a clipboard write between these two reads. On X11, the announcement comes a moment after the
 * write, so a paste right after a write may have no data.
 */
export const contentOf = (
  data: Pick<DataTransfer, 'types' | 'getData'>,
): ClipboardContent | undefined => {
  const content = { clip: data.getData(clipMediaType), text: data.getData('text/plain') };
  const isEmpty = content.clip === '' && content.text === '';
  const isNamed = data.types.includes(clipMediaType) || data.types.includes('text/plain');
  return isEmpty && isNamed ? undefined : content;
};

/** The kind of a text on the clipboard. In a text of the kind `lines`, each line becomes an element. */
type TextKind = 'lines' | 'nothing' | 'link' | 'json' | 'otm';

const isJsonObject = (text: string): boolean => {
  if (!text.startsWith('{')) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

const inYaml = /^["']?otmVersion["']?\s*:/mu;

export const kindOfText = (whole: string): TextKind => {
  const text = whole.trim();
  if (text === '') return 'nothing';
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/iu.test(text)) return 'link';
  if (isJsonObject(text)) return text.includes('"otmVersion"') ? 'otm' : 'json';
  return inYaml.test(text) ? 'otm' : 'lines';
};
