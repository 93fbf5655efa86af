import { expect, test, vi } from 'vitest';
import { limits } from '../limits.ts';
import { parseYaml } from './parse-yaml.ts';

test('prints no warning about keys that are maps or lists', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  expect(parseYaml('? {a: b}\n: c\n? [d]\n: e\n', limits)).toMatchObject({ ok: true });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
