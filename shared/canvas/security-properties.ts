import { t } from '../locales/texts.ts';
import { elementKindNames, isElementKind, type ElementKind } from './element-kinds.ts';

/**
 * Known facts about the security of an element, as keys of its `data`. A missing key means
 * unknown. Other tools may use these keys for anything, so values are read with `securityOf`.
 */

/** The elements with properties. A flow is drawn as an edge and has no kind of node. */
export type DescribedKind = Exclude<ElementKind, 'noteNode'> | 'flow';

/** From the least to the most sensitive, then two that are sensitive for their own reasons. */
export const dataClassifications = [
  'public',
  'internal',
  'confidential',
  'restricted',
  'personal',
  'secret',
] as const;
export type DataClassification = (typeof dataClassifications)[number];

const system = ['processNode', 'dataStoreNode'] as const;
const components = [...system, 'externalEntityNode'] as const;

type Property = {
  type: 'text' | 'classification' | 'flag' | 'level';
  /** The elements that the property describes. */
  of: readonly DescribedKind[];
};

/** The one table of security properties, in the order of the screen. */
export const securityProperties = {
  trustLevel: { type: 'level', of: ['trustBoundaryNode'] },
  technology: { type: 'text', of: [...components, 'trustBoundaryNode'] },
  protocol: { type: 'text', of: ['flow'] },
  dataClassification: { type: 'classification', of: [...components, 'flow'] },
  holdsCredentials: { type: 'flag', of: [...components, 'flow'] },
  encrypted: { type: 'flag', of: ['flow'] },
  authenticated: { type: 'flag', of: ['flow'] },
  encryptedAtRest: { type: 'flag', of: system },
  internetFacing: { type: 'flag', of: [...components, 'trustBoundaryNode'] },
  privileged: { type: 'flag', of: ['processNode', 'externalEntityNode'] },
  logged: { type: 'flag', of: system },
  multiTenant: { type: 'flag', of: [...system, 'trustBoundaryNode'] },
} as const satisfies Record<string, Property>;

type Table = typeof securityProperties;
export type SecurityKey = keyof Table;
/** The properties with a certain type of value. */
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

/** Returns `null` for notes. A node of another tool's type is described like a process. */
const describedKind = (type: string | undefined): DescribedKind | null => {
  if (type === 'flow') return 'flow';
  if (!isElementKind(type)) return 'processNode';
  return type === 'noteNode' ? null : type;
};

const keysByKind = new Map<DescribedKind | null, readonly SecurityKey[]>(
  [...elementKindNames, 'flow' as const]
    .flatMap((type) => describedKind(type) ?? [])
    .map((kind) => [
      kind,
      securityKeys.filter((key) => {
        const kinds: readonly DescribedKind[] = securityProperties[key].of;
        return kinds.includes(kind);
      }),
    ]),
);

/** Returns the properties of a node type, or of `flow`. */
export const propertiesOf = (type: string | undefined): readonly SecurityKey[] =>
  keysByKind.get(describedKind(type)) ?? [];

const isValue: { [Type in Property['type']]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  classification: (value) => typeof value === 'string' && value.trim() !== '',
  flag: (value) => typeof value === 'boolean',
  level: (value) => typeof value === 'number' && value >= 0 && value <= 100,
};

/** Tells if a value is one that the property can have. Any other one counts as unknown. */
export const isSecurityValue = (key: SecurityKey, value: unknown): value is SecurityValue =>
  isValue[securityProperties[key].type](value);

/** Reads the properties from the `data` of a node or a flow. Values that do not fit are left out. */
export const securityOf = (data: Readonly<Record<string, unknown>> | undefined): SecurityValues =>
  Object.fromEntries(
    securityKeys.flatMap((key) => {
      const value = data?.[key];
      return isSecurityValue(key, value) ? [[key, value]] : [];
    }),
  );

/** Returns the known classification that a text means, in any case. Other words are kept as text. */
export const classificationOf = (text: string | undefined): DataClassification | undefined =>
  dataClassifications.find((each) => each === text?.trim().toLowerCase());

/** Returns a known classification in the language of the app, and any other text as it is. */
export const classificationText = (text: string): string => {
  const known = classificationOf(text);
  return known ? t(`flows:classification.${known}`) : text;
};

const sensitive: ReadonlySet<string> = new Set(dataClassifications.slice(2));

/** Tells if data of this classification needs protection: confidential and above. */
export const isSensitive = (text: string | undefined): boolean =>
  sensitive.has(classificationOf(text) ?? '');
