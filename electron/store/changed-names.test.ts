import { expect, it } from 'vitest';
import { createChangedNames, nameWaitMs } from './changed-names.ts';

it('returns the first change of each component after it has waited, and once', () => {
  const names = createChangedNames();
  expect([names.isEmpty(), names.stamp(0)]).toEqual([true, false]);
  const [web, mail] = [
    { componentId: 'web', was: 'Web', elementId: 'node 1' },
    { componentId: 'mail', was: 'Mail', elementId: null },
  ];
  names.note(web);
  names.note({ ...web, was: 'Portal' });
  expect(names.isEmpty()).toBe(false);
  expect(names.takeDue(10 * nameWaitMs)).toEqual([]);

  expect(names.stamp(1000)).toBe(true);
  names.note(mail);
  names.stamp(2000);
  expect(names.takeDue(1000 + nameWaitMs - 1)).toEqual([]);
  expect(names.takeDue(1000 + nameWaitMs)).toMatchObject([web]);
  expect(names.takeDue(2000 + nameWaitMs)).toMatchObject([mail]);
  expect([names.isEmpty(), names.stamp(9000)]).toEqual([true, false]);

  names.note({ ...web, was: 'Portal' });
  names.stamp(9000);
  expect(names.takeDue(9000 + nameWaitMs)).toMatchObject([{ was: 'Portal' }]);
});

it('knows when the title of a component was last set', () => {
  const names = createChangedNames();
  expect(names.titledAt('web')).toBe('');
  names.noteTitled('web', '2026-01-01');
  names.noteTitled('web', '2026-01-02');
  expect([names.titledAt('web'), names.titledAt('mail')]).toEqual(['2026-01-02', '']);
});
