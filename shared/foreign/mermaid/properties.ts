import { fieldsOf, textOf } from '../../otm/fields.ts';
import { limits } from '../../otm/limits.ts';
import { parseYaml } from '../../otm/syntax/parse-yaml.ts';

type Properties = { label?: string | undefined; shape?: string | undefined };

const property = /(?<![\w-])([\w-]+)\s*:\s*(?:"([^"]*)"|'((?:[^']|'')*)'|([^,\n}]*))/g;

/** A text of several lines. The YAML parser is slow, so only these are left to it. */
const severalLines = /:[ \t]*[|>][-+]?[ \t]*\n/;

/** Reads the label and the shape of a node: `shape: cyl, label: "text"`. */
export const propertiesIn = (data: string): Properties => {
  const stated = severalLines.test(data) ? yamlFields(data) : undefined;
  if (stated) return { label: textOf(stated['label'])?.trim(), shape: textOf(stated['shape']) };
  const found = new Map(
    [...data.matchAll(property)].map(([, key = '', quoted, inSingleQuotes, plainText = '']) => [
      key,
      (quoted ?? inSingleQuotes?.replaceAll("''", "'") ?? plainText).trim(),
    ]),
  );
  return { label: found.get('label'), shape: found.get('shape') };
};

/** Returns the title in the settings before a diagram, or an empty text. */
export const titleIn = (settings: string): string => {
  const stated = /^[ \t]*title[ \t]*:(.*)$/m.exec(settings)?.[1]?.trim() ?? '';
  if (!/^["'|>]/.test(stated)) return stated;
  return textOf(yamlFields(settings)?.['title'])?.trim() ?? stated.replace(/^(["'])(.*)\1$/, '$2');
};

/** Returns the fields of a YAML text, or `undefined` if it cannot be read. */
const yamlFields = (text: string) => {
  const parsed = parseYaml(text, limits);
  return parsed.ok ? fieldsOf(parsed.value) : undefined;
};
