import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';

/** Formats every file as the check requires. */
process.exitCode = await foreground(process.execPath, tool('oxfmt', '--write'));
