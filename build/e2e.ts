import { buildApp } from './build-app.ts';
import { root } from './root.ts';
import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';

/**
 * Runs the end-to-end tests with visible windows. `npm run e2e -- import` runs only the test files with
 * `import` in their names.
 */
const build = await buildApp();
if (build.ok) {
  const words = tool('playwright', ...process.argv.slice(2));
  process.exitCode = await foreground(process.execPath, words, { cwd: root });
} else {
  console.error(build.output);
  process.exitCode = 1;
}
