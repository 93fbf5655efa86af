import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { appIsBuilt, buildApp } from './build-app.ts';
import { electronProgram, isChromiumNoise, sandboxWords } from './electron-command.ts';
import { root } from './root.ts';
import { foreground } from './setup/foreground.mjs';
import { progress } from './setup/progress.mjs';
import { reportWindowLocation } from './virtual-display.ts';

const build = appIsBuilt()
  ? { ok: true, output: '' }
  : await progress('Building the app', buildApp);
if (build.ok) {
  reportWindowLocation();
  const words = ['.', ...sandboxWords, ...process.argv.slice(2).map(fromWhereCalled)];
  const options = { cwd: root, isNoise: isChromiumNoise };
  process.exitCode = await foreground(electronProgram(), words, options);
} else {
  console.error(build.output);
  process.exitCode = 1;
}

/**
 * Resolves a file name against the folder in which the person called npm, because npm starts this
 * process in the repository.
 */
function fromWhereCalled(word: string) {
  const path = resolve(process.env.INIT_CWD ?? '.', word);
  return !word.startsWith('-') && existsSync(path) ? path : word;
}
