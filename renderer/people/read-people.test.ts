import { expect, test } from 'vitest';
import { readPeople } from './read-people.ts';

const named = (text: string): string[] =>
  readPeople(text).people.map(
    ({ firstName, lastName, email, role }) =>
      `${firstName}|${lastName}|${email}|${role ?? 'no role'}`,
  );

test('lines with a name and an email address in any order', () => {
  expect(
    named(
      'Ada Lovelace <ada@example.org>\n\nbob@example.org Bob\nMary Ann Smith, mary@example.org, admin',
    ),
  ).toEqual([
    'Ada|Lovelace|ada@example.org|no role',
    'Bob||bob@example.org|no role',
    'Mary Ann|Smith|mary@example.org|admin',
  ]);
});

test('CSV with a header, in any order, with quotes and a byte order mark', () => {
  expect(
    named(
      '\uFEFFRole;E-mail;Last name;First name\r\nSuper admin;a@example.org;"Lee; Jr";Ann\r\n;b@example.org;;Bob\r\n',
    ),
  ).toEqual(['Ann|Lee; Jr|a@example.org|super_admin', 'Bob||b@example.org|no role']);
});

test('unreadable lines are reported, and the others are kept', () => {
  const { people, problems } = readPeople(
    [
      'email,firstName,role',
      'a@example.org,Ann,user',
      'nobody,Ben,user',
      'c@example.org,,user',
      'd@example.org,Dan,owner',
      'A@example.org,Ann again,user',
    ].join('\n'),
  );
  expect(people.map(({ email }) => email)).toEqual(['a@example.org']);
  expect(problems).toEqual([
    { line: 3, reason: 'noEmail' },
    { line: 4, reason: 'noName' },
    { line: 5, reason: 'unknownRole' },
    { line: 6, reason: 'twice' },
  ]);
});
