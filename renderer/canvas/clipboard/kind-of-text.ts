/** What a text on the clipboard is; all that is nothing else is lines to be drawn. */
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
