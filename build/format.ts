import { foreground } from './setup/foreground.mjs';
import { tool } from './tool.ts';

process.exitCode = await foreground(process.execPath, tool('oxfmt', '--write'));
