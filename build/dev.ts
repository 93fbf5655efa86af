import { join } from 'node:path';
import { forgetBuild } from './build-app.ts';
import { electronProgram, isChromiumNoise, sandboxWords } from './electron-command.ts';
import { root } from './root.ts';
import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';
import { sayWhereTheWindowIs } from './virtual-display.ts';

// What the dev server leaves in out/ is not the app as it is shipped.
forgetBuild();
sayWhereTheWindowIs();
const config = join(root, 'build', 'electron.vite.config.ts');
const words = tool('electron-vite', 'dev', '--watch', '--config', config, '--');
// electron-vite looks for Electron in node_modules alone, unless told.
const env = { ...process.env, ELECTRON_EXEC_PATH: electronProgram() };
const more = [...sandboxWords, ...process.argv.slice(2)];
const options = { cwd: root, env, isNoise: isChromiumNoise };
process.exitCode = await foreground(process.execPath, [...words, ...more], options);
