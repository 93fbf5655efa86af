import { expect, it } from 'vitest';
import { classifyNavigation } from './classify-navigation.ts';

it.each([
  ['app://parapet/index.html', 'in-app'],
  ['https://example.org/', 'external'],
  ['http://example.org/', 'deny'],
  ['app://parapet.evil/', 'deny'],
  ['file:///etc/passwd', 'deny'],
  ['javascript:alert(1)', 'deny'],
  ['ms-msdt:/id', 'deny'],
  ['', 'deny'],
])('a link to %s is %s', (url, verdict) => {
  expect(classifyNavigation(url)).toBe(verdict);
});
