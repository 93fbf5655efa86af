import { expect, test } from 'vitest';
import { readFramework } from '../codex/framework-file.ts';
import { controlCoverage, type ControlledMitigation } from './control-coverage.ts';

const mitigation = (changes: Partial<ControlledMitigation>): ControlledMitigation => ({
  title: 'Bind parameters',
  status: 'done',
  controls: ['NIST 800-53 SI-10'],
  componentId: 'api',
  ...changes,
});

test('each control says how many of its mitigations are done', () => {
  const found = controlCoverage(
    [
      mitigation({}),
      mitigation({ title: 'Validate input', status: 'will', componentId: 'web' }),
      mitigation({ status: 'never' }),
      mitigation({ controls: ['NIST 800-53 AC-3', 'House 1'], status: null }),
    ],
    [],
  );
  expect(found).toMatchObject([
    { framework: '', control: 'House 1', total: 1, done: 0 },
    { framework: 'NIST 800-53', control: 'NIST 800-53 AC-3', total: 1, done: 0 },
    {
      framework: 'NIST 800-53',
      control: 'NIST 800-53 SI-10',
      total: 2,
      done: 1,
      componentId: 'web',
    },
  ]);
});

test('a control of an own framework is met by name, by title, or by a control of another framework', () => {
  const csv = [
    'control,title,met by',
    'H-1,Input is checked,NIST 800-53 SI-10; CIS 16.1',
    'H-2,Queries are safe,bind  PARAMETERS',
    'H-3,Nothing does this,',
  ].join('\r\n');
  const framework = readFramework(csv, 'house', 'House rules');
  const found = controlCoverage([mitigation({})], [framework]);
  expect(found.map(({ control, total }) => [control, total])).toEqual([
    ['H-1', 1],
    ['H-2', 1],
    ['H-3', 0],
    ['NIST 800-53 SI-10', 1],
  ]);
  expect(found[0]).toMatchObject({ framework: 'House rules', title: 'Input is checked' });
});

test('an unreadable framework file is rejected with the position', () => {
  expect(() => readFramework('name\r\nX', 'f', 'F')).toThrow('at least: control');
  expect(() => readFramework('control\r\nA\r\nA', 'f', 'F')).toThrow('Row 3: A is there twice');
  expect(() => readFramework('control\r\n', 'f', 'F')).toThrow('no controls');
  expect(() => readFramework(`control\r\nA\r\n${'x'.repeat(501)}`, 'f', 'F')).toThrow(/^Row 3/);
});
