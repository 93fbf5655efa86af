import { expect, it } from 'vitest';
import { windowOptions } from './window-options.ts';

it('gives every window a sandboxed page without access to Node', () => {
  const bounds = { x: 0, y: 0, width: 1440, height: 900 };
  expect(windowOptions('/preload.cjs', '#ffffff', bounds).webPreferences).toMatchObject({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
  });
});
