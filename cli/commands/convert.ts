import { resolve } from 'node:path';
import { foreignFormats } from '#shared/foreign/foreign-formats.ts';
import type { OtmNote, ReadModel } from '#shared/otm/content.ts';
import { oneLine, WrongUsage, type Command } from '../command.ts';
import { oneModel } from '../one-model.ts';
import { changeTimeOf, readReported } from '../read-model.ts';
import { writeBeside } from '../write-beside.ts';
import {
  formatOfName,
  isWrittenFormat,
  noticesOn,
  writtenFile,
  writtenFormatNames,
  type WrittenFormat,
} from '../written-file.ts';

const readFormats = ['otm', ...foreignFormats];

export const convertCommand: Command = {
  name: 'convert',
  files: ['IN'],
  options: [
    { name: 'output', short: 'o', value: 'OUT', help: 'The file to write, or - to print it' },
    {
      name: 'from',
      value: 'FORMAT',
      help: `Refuses files of other formats: ${readFormats.join(', ')}`,
    },
    {
      name: 'to',
      value: 'FORMAT',
      help: `${writtenFormatNames.join(', ')} (default: by the suffix of OUT)`,
    },
    { name: 'quiet', help: 'Prints no report' },
  ],
  details: [
    'The format of IN is found in its content. Repaired and kept data is listed.',
    'Exit status: 0, or 2 if a file cannot be read or written.',
  ],
  run: async ({ files, options }, { folder, print }) => {
    const [file = ''] = files;
    const { output, to, from } = options;
    if (typeof output !== 'string') throw new WrongUsage('-o OUT is missing');
    const format = formatFor(output, to);
    const only = typeof from === 'string' ? { from: checkedFrom(from) } : {};
    const model = oneModel(await readReported(folder, file, { laysOut: true, ...only }), file);
    const changedAt = await changeTimeOf(folder, file);
    const wanted = { format, fileName: output, changedAt };
    const content = await writtenFile(model.content, wanted);
    if (output === '-') {
      if (typeof content !== 'string')
        throw new WrongUsage(`${format} can only be written to a file`);
      // `print` adds the last line feed. All other spaces at the end can belong to a text in the file.
      print(content.replace(/\n$/, ''));
      return 0;
    }
    await writeBeside(resolve(folder, output), output, content);
    if (options['quiet'] !== true) {
      print(reportOn(output, model, await noticesOn(model.content, wanted)));
    }
    return 0;
  },
};

const checkedFrom = (from: string): string => {
  if (readFormats.includes(from)) return from;
  throw new WrongUsage(`--from takes ${readFormats.join(', ')}`);
};

const formatFor = (output: string, to: string | boolean | undefined): WrittenFormat => {
  if (typeof to === 'string') {
    if (isWrittenFormat(to)) return to;
    throw new WrongUsage(`--to takes ${writtenFormatNames.join(', ')}`);
  }
  const found = output === '-' ? 'otm' : formatOfName(output);
  if (found === undefined) {
    throw new WrongUsage('the suffix of OUT is unknown, so --to is needed');
  }
  return found;
};

const reportOn = (
  output: string,
  { report, leftOut = [] }: ReadModel,
  notices: readonly string[],
): string =>
  [
    `${output}: ${report.counts.canvases} canvases, ${report.counts.components} elements, ${report.counts.trustZones} boundaries, ${report.counts.dataFlows} flows, ${report.counts.threats} threats, ${report.counts.mitigations} mitigations`,
    ...report.repairs.map((note) => `repaired  ${noteLine(note)}`),
    ...leftOut.map((note) => `left out  ${noteLine(note)}`),
    ...report.keptAside.map((note) => `kept      ${noteLine(note)}`),
    ...notices.map((notice) => `notice    ${notice}`),
  ].join('\n');

const noteLine = ({ place, message }: OtmNote): string => oneLine(`${place}: ${message}`);
