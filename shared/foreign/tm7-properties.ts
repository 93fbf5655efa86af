import { childNamed, childrenNamed, textIn, type XmlElement } from './xml.ts';

/** The properties of a stencil, with the chosen values of its lists. */
export type Properties = {
  name: string;
  /** The tool's name for this kind of stencil. */
  typeName: string;
  isOutOfScope: boolean;
  attributes: Record<string, string>;
};

/**
 * The keys of two properties that are recognized by key. Unlike the labels, the keys are the same in
 * every language of the tool.
 */
const outOfScopeKey = '71f3d9aa-b8ef-4e54-8126-607a1d903103';
const orderKey = '15ccd509-98eb-49ad-b9c2-b4a2926d1780';

const unset = new Set(['', 'Select', 'Not Selected', 'Not Applicable']);

export const propertiesOf = (stencil: XmlElement): Properties => {
  const properties: Properties = { name: '', typeName: '', isOutOfScope: false, attributes: {} };
  const found: [string, string][] = [];
  for (const [at, property] of (childNamed(stencil, 'Properties')?.children ?? []).entries()) {
    const kind = (property.attributes.get('type') ?? '').replace(/^.*:/, '');
    const label = textIn(property, 'DisplayName');
    const key = textIn(property, 'Name');
    const value = valueOf(property);
    if (kind === 'HeaderDisplayAttribute') {
      if (at === 0) properties.typeName = label;
    } else if (key === outOfScopeKey || label === 'Out Of Scope') {
      properties.isOutOfScope = value.toLowerCase() === 'true';
    } else if (
      label === 'Name' ||
      (kind === 'StringDisplayAttribute' && key === '' && properties.name === '')
    ) {
      // In languages other than English, the label of the name is not “Name”. So the first text property
      // without a key counts as the name.
      properties.name = value;
    } else if (!isDefault(property, value, key)) found.push([label || key, value]);
  }
  properties.attributes = Object.fromEntries(found);
  return properties;
};

const isDefault = (property: XmlElement, value: string, key: string): boolean =>
  unset.has(value) ||
  (key === orderKey && value === '0') ||
  ((property.attributes.get('type') ?? '').endsWith('ListDisplayAttribute') &&
    selectedOf(property) <= 0);

const selectedOf = (property: XmlElement): number => Number(textIn(property, 'SelectedIndex'));

const valueOf = (property: XmlElement): string => {
  const value = childNamed(property, 'Value');
  const choices = childrenNamed(value, 'string');
  return (choices.length > 0 ? choices[selectedOf(property)]?.text : value?.text)?.trim() ?? '';
};
