import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';

/** Puts every file into the form the check asks for. */
process.exitCode = await foreground(process.execPath, tool('oxfmt', '--write'));
