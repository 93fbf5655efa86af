import { t } from '../locales/texts.ts';
import { partOf, type PartName } from './element-kinds.ts';

/**
 * Known facts about the security of an element, as keys of its `data`. A missing key means unknown.
 * Other tools may use these keys for something else, so values are read with `securityOf`, which leaves
 * out invalid ones.
 */

/** The parts of a data-flow diagram that have properties. */
type DescribedPart = PartName | 'flow';

/**
 * The known classifications, from the least to the most sensitive. `personal` and `secret` are outside
 * this order.
 */
export const dataClassifications = [
  'public',
  'internal',
  'confidential',
  'restricted',
  'personal',
  'secret',
] as const;
export type DataClassification = (typeof dataClassifications)[number];

const system = ['process', 'store'] as const;
const components = [...system, 'entity'] as const;

type Property = {
  type: 'text' | 'classification' | 'flag' | 'level';
  /** The parts of a data-flow diagram that the property describes. */
  of: readonly DescribedPart[];
};

/** The only table of security properties, in the order in which the window shows them. */
export const securityProperties = {
  trustLevel: { type: 'level', of: ['boundary'] },
  technology: { type: 'text', of: [...components, 'boundary'] },
  protocol: { type: 'text', of: ['flow'] },
  dataClassification: { type: 'classification', of: [...components, 'flow'] },
  holdsCredentials: { type: 'flag', of: [...components, 'flow'] },
  encrypted: { type: 'flag', of: ['flow'] },
  authenticated: { type: 'flag', of: ['flow'] },
  encryptedAtRest: { type: 'flag', of: system },
  internetFacing: { type: 'flag', of: [...components, 'boundary'] },
  privileged: { type: 'flag', of: ['process', 'entity'] },
  logged: { type: 'flag', of: system },
  multiTenant: { type: 'flag', of: [...system, 'boundary'] },
} as const satisfies Record<string, Property>;

type Table = typeof securityProperties;
export type SecurityKey = keyof Table;
/** The keys of the properties with a certain type of value. */
export type SecurityKeyOf<Type extends Property['type']> = {
  [Key in SecurityKey]: Table[Key]['type'] extends Type ? Key : never;
}[SecurityKey];

type ValueOf = { text: string; classification: string; flag: boolean; level: number };
export type SecurityValue = ValueOf[Property['type']];
export type SecurityValues = { [Key in SecurityKey]?: ValueOf[Table[Key]['type']] };

export const isSecurityKey = (key: string): key is SecurityKey =>
  Object.hasOwn(securityProperties, key);

export const securityKeys: readonly SecurityKey[] =
  Object.keys(securityProperties).filter(isSecurityKey);

const keysOf = (part: DescribedPart): readonly SecurityKey[] =>
  securityKeys.filter((key) => {
    const parts: readonly DescribedPart[] = securityProperties[key].of;
    return parts.includes(part);
  });

const keysByPart = {
  process: keysOf('process'),
  store: keysOf('store'),
  entity: keysOf('entity'),
  boundary: keysOf('boundary'),
  flow: keysOf('flow'),
} satisfies Record<DescribedPart, readonly SecurityKey[]>;

/**
 * Returns the keys of the properties that nodes of a type have. With `flow`, returns the keys of the
 * properties of flows.
 */
export const propertiesOf = (type: string | undefined): readonly SecurityKey[] => {
  const part = type === 'flow' ? type : partOf(type);
  return part === null ? [] : keysByPart[part];
};

const isValue: { [Type in Property['type']]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  classification: (value) => typeof value === 'string' && value.trim() !== '',
  flag: (value) => typeof value === 'boolean',
  level: (value) => typeof value === 'number' && value >= 0 && value <= 100,
};

/** Tells if the property can have this value. Any other value counts as unknown. */
export const isSecurityValue = (key: SecurityKey, value: unknown): value is SecurityValue =>
  isValue[securityProperties[key].type](value);

/**
 * Returns the properties in the `data` of a node or a flow. Leaves out values that a property cannot
 * have.
 */
export const securityOf = (data: Readonly<Record<string, unknown>> | undefined): SecurityValues =>
  Object.fromEntries(
    securityKeys.flatMap((key) => {
      const value = data?.[key];
      return isSecurityValue(key, value) ? [[key, value]] : [];
    }),
  );

/** Returns the known classification that a text names, whatever its case, or `undefined`. */
export const classificationOf = (text: string | undefined): DataClassification | undefined =>
  dataClassifications.find((each) => each === text?.trim().toLowerCase());

/** Returns a known classification in the language of the app, and any other text as it is. */
export const classificationText = (text: string): string => {
  const known = classificationOf(text);
  return known ? t(`flows:classification.${known}`) : text;
};

const sensitive: ReadonlySet<string> = new Set(dataClassifications.slice(2));

/**
 * Tells if a classification is known and requires protection. Public and internal data requires none.
 */
export const isSensitive = (text: string | undefined): boolean =>
  sensitive.has(classificationOf(text) ?? '');
