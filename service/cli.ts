import { once } from 'node:events';
import { runCommandLine } from './cli/run-command-line.ts';

// Makes created files readable by this account only, because databases contain confidential data.
process.umask(0o077);

const { env, stdout, stderr } = process;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env,
  // npm runs scripts in the project folder. `INIT_CWD` is the folder in which the person called npm.
  folder: env.INIT_CWD ?? process.cwd(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
  stopped: async () => {
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  },
});
// Ends the process after two seconds if something still keeps it alive, such as a lost database
// connection.
setTimeout(() => process.exit(), 2000).unref();
