import { childNamed, childrenNamed, textIn, type XmlElement } from '../xml.ts';

/** A property of threats: its label in the tool, and the first of its values. */
export type ThreatProperty = { label: string; first: string };

/**
 * Returns the properties of threats by name. A template defines them in `ThreatMetaData`, and each
 * threat type has values for some of them.
 */
export const threatPropertiesIn = (
  element: XmlElement | undefined,
): ReadonlyMap<string, ThreatProperty> =>
  new Map(
    childrenNamed(childNamed(element, 'PropertiesMetaData'), 'ThreatMetaDatum').map((datum) => {
      const name = textIn(datum, 'Name');
      // A value is a `string` in a model and a `Value` in a template file.
      const first = childNamed(datum, 'Values')?.children[0]?.text.trim() ?? '';
      return [name, { label: textIn(datum, 'Label') || name, first }];
    }),
  );
