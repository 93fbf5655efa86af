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
      .filter(([key]) => !personal.has(key.toLowerCase().replaceAll(/[\s_-]/g, '')))
      .map(([key, item]) => [key, withoutPeople(item)] as const)
      .filter(([, item]) => item !== nothing),
  );
};

/**
 * Removes account data from `metaData`, so that it is never stored or exported. In files of the service,
 * `metaData` has the layout, and also the account of the person who exported the file.
 */
export const layoutOnly: Rule = (value, at) => {
  const read = withoutPeople(value);
  if (JSON.stringify(read) !== JSON.stringify(value)) {
    const message = t('imports:personal-data');
    at.notes.repairs.push({ place: at.path, message });
  }
  return read === nothing ? undefined : read;
};
