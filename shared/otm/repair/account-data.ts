import { t } from '../../locales/texts.ts';
import { isFields } from '../fields.ts';
import type { Rule } from './rules.ts';

/** Keys under which tools store the current user, compared without case and separators. */
const personal = new Set(
  `user users owner author creator createdby updatedby modifiedby lastmodifiedby selectedby editor
   assignee member members avatar avatarurl avataruploadedat email mail emailaddress firstname
   lastname fullname displayname username userid phone phonenumber initials`.split(/\s+/),
);
const mailAddress = /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/;

const isPersonal = (key: string): boolean =>
  personal.has(key.toLowerCase().replaceAll(/[\s_-]/g, ''));

const namesPeople = (value: unknown): boolean => {
  if (typeof value === 'string') return mailAddress.test(value);
  if (Array.isArray(value)) return value.some(namesPeople);
  if (!isFields(value)) return false;
  return Object.keys(value).some((key) => isPersonal(key) || namesPeople(value[key]));
};

/** Marks a removed value. A symbol differs from null and undefined, which can be values themselves. */
const nothing = Symbol('nothing');

const withoutPeople = (value: unknown): unknown => {
  if (typeof value === 'string') return mailAddress.test(value) ? nothing : value;
  if (Array.isArray(value)) {
    return value.map((item) => withoutPeople(item)).filter((item) => item !== nothing);
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isPersonal(key))
      .map(([key, item]) => [key, withoutPeople(item)] as const)
      .filter(([, item]) => item !== nothing),
  );
};

/**
 * Removes account data from `metaData`, so that it is never stored or exported. In files of the service,
 * `metaData` has the layout, and also the account of the person who exported the file.
 */
export const layoutOnly: Rule = (value, at) => {
  // Most files name nobody here, and checking takes much less time than copying.
  if (!namesPeople(value)) return value;
  at.notes.repairs.push({ place: at.path, message: t('imports:personal-data') });
  const read = withoutPeople(value);
  return read === nothing ? undefined : read;
};
