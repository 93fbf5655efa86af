import {
  isSecurityValue,
  propertiesOf,
  securityProperties,
  type SecurityKey,
  type SecurityKeyOf,
  type SecurityValue,
} from '../../canvas/security-properties.ts';
import { fieldsOf, isFields, pick, type Fields } from '../fields.ts';

/**
 * The words of other tools for security properties. The words are keys in `attributes` and `properties`
 * of components and flows. They are compared without case, spaces, punctuation, and a leading "is".
 * Words with several meanings are left out.
 */
const words: Partial<Record<SecurityKey, readonly string[]>> = {
  technology: ['technology', 'technologies'],
  protocol: ['protocol'],
  dataClassification: ['dataclassification', 'classification', 'datasensitivity'],
  holdsCredentials: ['holdscredentials', 'storescredentials', 'carriescredentials'],
  encrypted: ['encrypted'],
  authenticated: ['authenticated'],
  encryptedAtRest: ['encryptedatrest', 'encrypted'],
  internetFacing: ['internetfacing', 'internet'],
  privileged: ['privileged'],
  logged: ['logged'],
  multiTenant: ['multitenant'],
};

const plain = (word: string): string =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/^is/, '');

/** Returns the security property that a key of another tool means for a kind of element. */
const keyOf = (type: string, word: string): SecurityKey | undefined => {
  const plainWord = plain(word);
  return propertiesOf(type).find((key) => words[key]?.includes(plainWord) ?? false);
};

const flags = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['no', false],
]);

/** The Microsoft Threat Modeling Tool writes this word for a list from which nothing was chosen. */
const unchosen = 'select';

const isFlag = (key: SecurityKey): key is SecurityKeyOf<'flag'> =>
  securityProperties[key].type === 'flag';

const valueOf = (key: SecurityKey, stated: unknown): SecurityValue | undefined => {
  const word = typeof stated === 'string' ? stated.trim().toLowerCase() : stated;
  if (isFlag(key)) return flags.get(word);
  return word !== unchosen && isSecurityValue(key, stated) ? stated : undefined;
};

const sources = ['attributes', 'properties'] as const;

/** Reads the security properties that a component or a flow of a file states. */
export const readSecurity = (type: string, record: Fields): Fields =>
  Object.fromEntries(
    sources.flatMap((source) =>
      Object.entries(fieldsOf(record[source])).flatMap(([word, stated]) => {
        const key = keyOf(type, word);
        const value = key && valueOf(key, stated);
        return key === undefined || value === undefined ? [] : [[key, value]];
      }),
    ),
  );

/**
 * Returns the preserved keys of a component or a flow, without the keys whose values were edited after
 * the import. An export writes the edited values into the app data of the element or the flow.
 */
export const withoutOutdated = (
  type: string | undefined,
  raw: Fields | undefined,
  data: Fields | undefined,
): Fields | undefined => {
  if (type === undefined || !raw || !data) return raw;
  const stands = (word: string, stated: unknown): boolean => {
    const key = keyOf(type, word);
    const value = key && valueOf(key, stated);
    if (key === undefined || value === undefined) return true;
    return !isSecurityValue(key, data[key]) || data[key] === value;
  };
  return Object.fromEntries(
    Object.entries(raw).map(([source, value]) =>
      sources.some((each) => each === source) && isFields(value)
        ? [source, pick(value, stands)]
        : [source, value],
    ),
  );
};
