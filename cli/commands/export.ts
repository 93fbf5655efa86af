import { resolve } from 'node:path';
import { imageFormats, reportFormats } from '#shared/exports/export-formats.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { WrongUsage, type Command } from '../command.ts';
import { oneModel } from '../one-model.ts';
import { changeTimeOf, readModels } from '../read-model.ts';
import { writeBeside } from '../write-beside.ts';
import {
  formatOfName,
  isWrittenFormat,
  noticesOn,
  writtenFile,
  type WrittenFormat,
} from '../written-file.ts';

/** The options that name an output file, with the formats that the file may have. */
const outputs = {
  report: Object.keys(reportFormats).filter(isWrittenFormat),
  image: Object.keys(imageFormats).filter(isWrittenFormat),
  register: ['xlsx', 'csv', 'markdown', 'sarif', 'jira', 'defectdojo'],
} as const satisfies Record<string, readonly WrittenFormat[]>;
type Output = keyof typeof outputs;
const outputNames: readonly Output[] = ['report', 'image', 'register'];

export const exportCommand: Command = {
  name: 'export',
  files: ['MODEL.otm'],
  options: [
    { name: 'report', value: 'FILE', help: 'Writes a report: .pdf, .html, or .docx' },
    { name: 'image', value: 'FILE', help: 'Writes a canvas as .png or .svg' },
    {
      name: 'register',
      value: 'FILE',
      help: 'Writes the threats: .xlsx, .csv, .md, .sarif, .jira.csv, .defectdojo.json',
    },
    {
      name: 'canvas',
      value: 'TITLE',
      help: 'The canvas of the image, by title or ID (default: the first one)',
    },
  ],
  details: [
    'At least one of --report, --image, and --register is needed.',
    'Exit status: 0, or 2 if a file cannot be read or written.',
  ],
  run: async ({ files, options }, { folder, print, complain }) => {
    const [file = ''] = files;
    const wanted = outputNames.flatMap((output) => {
      const path = options[output];
      return typeof path === 'string' ? [{ path, format: formatFor(output, path) }] : [];
    });
    if (wanted.length === 0) throw new WrongUsage('no --report, --image, or --register');
    const model: ModelContent = oneModel(await readModels(folder, file, { laysOut: true }), file);
    const changedAt = await changeTimeOf(folder, file);
    const { canvas } = options;
    const chosen = typeof canvas === 'string' ? { canvas } : {};
    for (const { path, format } of wanted) {
      const fileName = path;
      const content = await writtenFile(model, { format, fileName, changedAt, ...chosen });
      await writeBeside(resolve(folder, path), path, content);
      print(path);
      for (const notice of await noticesOn(model, { format, fileName })) {
        complain(`${path}: ${notice}`);
      }
    }
    return 0;
  },
};

const formatFor = (output: Output, path: string): WrittenFormat => {
  const format = formatOfName(path, outputs[output]);
  if (format !== undefined) return format;
  throw new WrongUsage(`--${output} does not support the suffix of ${path}`);
};
