import { join } from 'node:path';
import { forgetBuild } from './build-app.ts';
import { electronProgram, isChromiumNoise, sandboxWords } from './electron-command.ts';
import { root } from './root.ts';
import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';
import { reportWindowLocation } from './virtual-display.ts';

// Invalidates the build, because the dev server writes other files into out/.
forgetBuild();
reportWindowLocation();
const config = join(root, 'build', 'electron.vite.config.ts');
const words = tool('electron-vite', 'dev', '--watch', '--config', config, '--');
// Tells electron-vite where Electron is. By default, electron-vite looks only in node_modules.
const env = { ...process.env, ELECTRON_EXEC_PATH: electronProgram() };
const more = [...sandboxWords, ...process.argv.slice(2)];
const options = { cwd: root, env, isNoise: isChromiumNoise };
process.exitCode = await foreground(process.execPath, [...words, ...more], options);
