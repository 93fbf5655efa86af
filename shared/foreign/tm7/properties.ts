import { attributesNamed } from '../attributes-named.ts';
import { childNamed, childrenNamed, textIn, type XmlElement } from '../xml.ts';

/** The properties of a stencil, with the chosen values of its lists. */
export type Properties = {
  name: string;
  /** The tool's name for this kind of stencil. */
  typeName: string;
  isOutOfScope: boolean;
  /** The keys of the lists whose chosen value is “Yes”, in lower case. */
  confirmed: ReadonlySet<string>;
  attributes: Record<string, string>;
};

/**
 * The keys of two properties that are recognized by key. Unlike the labels, the keys are the same in
 * every language of the tool.
 */
const outOfScopeKey = '71f3d9aa-b8ef-4e54-8126-607a1d903103';
const orderKey = '15ccd509-98eb-49ad-b9c2-b4a2926d1780';

/**
 * Values that mean that nothing was chosen, in lower case, if they are the first value of a list. At any
 * other place of a list, a person has chosen the value.
 */
const placeholders = new Set(['select', 'not selected', 'not applicable', 'unknown']);

/** The label that the tool gives to a new custom attribute. */
const customLabel = 'Custom property';

export const propertiesOf = (stencil: XmlElement): Properties => {
  const confirmed = new Set<string>();
  const properties: Properties = {
    name: '',
    typeName: '',
    isOutOfScope: false,
    confirmed,
    attributes: {},
  };
  const all = childNamed(stencil, 'Properties')?.children ?? [];
  const nameProperty = nameAmong(all);
  const found: [string, string][] = [];
  for (const [at, property] of all.entries()) {
    const kind = kindOf(property);
    const label = labelOf(property);
    const key = textIn(property, 'Name');
    const value = valueOf(property);
    if (value === 'Yes') confirmed.add(key.toLowerCase());
    const isFlag = kind === 'BooleanDisplayAttribute';
    if (kind === 'HeaderDisplayAttribute') {
      if (at === 0) properties.typeName = label;
    } else if (key === outOfScopeKey || (isFlag && label === 'Out Of Scope')) {
      properties.isOutOfScope = value.toLowerCase() === 'true';
    } else if (property === nameProperty) properties.name = value;
    else if (!isDefault(property, value, key)) found.push([label || key || customLabel, value]);
  }
  properties.attributes = attributesNamed(found);
  return properties;
};

/**
 * Returns the property with the name of the element. It is a text property without a key. Its label is
 * “Name” only in English, and people can give this label to attributes of their own.
 */
const nameAmong = (all: readonly XmlElement[]): XmlElement | undefined => {
  const isNamed = (property: XmlElement): boolean => labelOf(property) === 'Name';
  const texts = all.filter(
    (property) => kindOf(property) === 'StringDisplayAttribute' && textIn(property, 'Name') === '',
  );
  return texts.find(isNamed) ?? texts[0] ?? all.find(isNamed);
};

const kindOf = (property: XmlElement): string =>
  (property.attributes.get('type') ?? '').replace(/^.*:/, '');

const labelOf = (property: XmlElement): string => textIn(property, 'DisplayName');

const isDefault = (property: XmlElement, value: string, key: string): boolean =>
  value === '' ||
  (key === orderKey && value === '0') ||
  (kindOf(property).endsWith('ListDisplayAttribute') &&
    selectedOf(property) === 0 &&
    placeholders.has(value.toLowerCase()));

const selectedOf = (property: XmlElement): number => Number(textIn(property, 'SelectedIndex'));

const valueOf = (property: XmlElement): string => {
  const value = childNamed(property, 'Value');
  const choices = childrenNamed(value, 'string');
  return (choices.length > 0 ? choices[selectedOf(property)]?.text : value?.text)?.trim() ?? '';
};
