import { join } from 'node:path';
import { forgetBuild } from './build-app.ts';
import { electronProgram, isChromiumNoise, sandboxWords } from './electron-command.ts';
import { root } from './root.ts';
import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';
import { reportWindowLocation } from './virtual-display.ts';

// The last build becomes invalid, because the dev server writes other files into out/.
forgetBuild();
reportWindowLocation();
const config = join(root, 'build', 'electron.vite.config.ts');
const words = tool('electron-vite', 'dev', '--watch', '--config', config, '--');
// This variable contains the path of Electron, because electron-vite by default looks only in
// node_modules.
const env = { ...process.env, ELECTRON_EXEC_PATH: electronProgram() };
const more = [...sandboxWords, ...process.argv.slice(2)];
const options = { cwd: root, env, isNoise: isChromiumNoise };
process.exitCode = await foreground(process.execPath, [...words, ...more], options);
