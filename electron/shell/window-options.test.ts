import { expect, it } from 'vitest';
import { windowOptions } from './window-options.ts';

it('gives every window a sandboxed page without access to Node', () => {
  expect(windowOptions('/preload.cjs', '#ffffff').webPreferences).toMatchObject({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
  });
});
