import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { canvas } from './canvas.ts';
import { drawing } from './drawing.ts';
import { files } from './files.ts';
import { hostile } from './hostile.ts';
import { register } from './register.ts';
import { service } from './service.ts';
import { start } from './start.ts';
import { sync } from './sync.ts';
import { printTable, type Table } from './table.ts';
import { threats } from './threats.ts';

/** The benchmarks by their names on the command line: `npm run bench -- start [--json FILE]`. */
const benchmarks: Record<string, () => Promise<Table>> = {
  canvas,
  drawing,
  files,
  hostile,
  register,
  start,
  service,
  sync,
  threats,
};

const machine = () => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
});

const usage = (): never => {
  console.error(
    `npm run bench -- <${Object.keys(benchmarks).join('|')}> [--json FILE]\n` +
      'Times depend on the machine and its load, so compare them only within one run.',
  );
  process.exit(2);
};

const [word = '', option, file] = process.argv.slice(2);
const benchmark = benchmarks[word] ?? usage();
if (option !== undefined && (option !== '--json' || file === undefined)) usage();

const facts = machine();
console.log(`${word}: ${facts.cores} cores (${facts.processor}), ${facts.memoryGiB} GiB,`);
console.log(`Node ${facts.node}, ${facts.platform}\n`);
const table = await benchmark();
printTable(table);
if (file)
  writeFileSync(
    file,
    `${JSON.stringify({ benchmark: word, machine: facts, ...table }, null, 2)}\n`,
  );
