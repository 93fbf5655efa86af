import Papa from 'papaparse';
import { newcomer, peopleAtOnce, type Newcomer } from '#shared/desktop/people.ts';
import { isGivenRole, type GivenRole } from './people.ts';

/** A line that could not be read as a person. Lines count from 1. */
type LineProblem = {
  line: number;
  reason: 'noEmail' | 'noName' | 'unknownRole' | 'twice' | 'tooMany' | 'tooLong';
};

/** The people found in a text. The role of a person is `null` if the text does not name it. */
export type ReadPeople = {
  people: (Omit<Newcomer, 'scopes' | 'role'> & { role: GivenRole | null; line: number })[];
  problems: LineProblem[];
};

type Column = 'email' | 'firstName' | 'lastName' | 'name' | 'role';

const columns: Record<string, Column> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  firstname: 'firstName',
  givenname: 'firstName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  name: 'name',
  fullname: 'name',
  role: 'role',
};

const columnOf = (head: string): Column | undefined =>
  columns[head.toLowerCase().replaceAll(/[^a-z]/g, '')];

type Row = Partial<Record<Column, string>>;

/** Reads a line without columns: a name, an email address, and perhaps a role, in any order. */
const rowOf = (cells: readonly string[]): Row => {
  const words = cells
    .join(' ')
    .split(/[\s<>()"]+/)
    .filter(Boolean);
  const email = words.find((word) => word.includes('@'));
  const role = words.findLast((word) => isGivenRole(roleOf(word)));
  const name = words.filter((word) => word !== email && word !== role).join(' ');
  return { ...(email && { email }), ...(role && { role }), name };
};

const roleOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** Returns the first and the last name. The last word of a full name counts as the last name. */
const namesOf = ({ firstName = '', lastName = '', name = '' }: Row) => {
  if (firstName.trim() !== '' || lastName.trim() !== '') {
    return { firstName: firstName.trim(), lastName: lastName.trim() };
  }
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName: last };
};

/**
 * Reads people from CSV with a header (`email`, `firstName`, `lastName` or `name`, `role`), or from
 * lines such as `Ada Lovelace <ada@example.org>`.
 */
export const readPeople = (text: string): ReadPeople => {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: peopleAtOnce + 2 });
  const head = (data[0] ?? []).map(columnOf);
  const hasHead = head.includes('email') && !(data[0] ?? []).some((cell) => cell.includes('@'));
  const found: ReadPeople = { people: [], problems: [] };
  const seen = new Set<string>();
  for (const [index, cells] of data.entries()) {
    const line = index + 1;
    if ((hasHead && index === 0) || cells.every((cell) => cell.trim() === '')) continue;
    const row: Row = hasHead
      ? Object.fromEntries(head.flatMap((key, at) => (key ? [[key, cells[at] ?? '']] : [])))
      : rowOf(cells);
    const refuse = (reason: LineProblem['reason']): void =>
      void found.problems.push({ line, reason });
    const email = newcomer.shape.email.safeParse(row.email ?? '');
    const role = roleOf(row.role ?? '');
    const names = namesOf(row);
    if (found.people.length >= peopleAtOnce) {
      refuse('tooMany');
      break;
    }
    if (!email.success) refuse('noEmail');
    else if (names.firstName === '') refuse('noName');
    else if (!newcomer.shape.firstName.safeParse(names.firstName).success) refuse('tooLong');
    else if (!newcomer.shape.lastName.safeParse(names.lastName).success) refuse('tooLong');
    else if (role !== '' && !isGivenRole(role)) refuse('unknownRole');
    else if (seen.has(email.data.toLowerCase())) refuse('twice');
    else {
      seen.add(email.data.toLowerCase());
      found.people.push({
        line,
        email: email.data,
        ...names,
        role: isGivenRole(role) ? role : null,
      });
    }
  }
  return found;
};
