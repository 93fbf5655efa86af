import { once } from 'node:events';
import { runCommandLine } from './cli/run-command-line.ts';

// What is written here is for this account alone: databases hold everything there is to protect.
process.umask(0o077);

const { env, stdout, stderr } = process;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env,
  // npm runs scripts in the project's folder, and says where it was called.
  folder: env.INIT_CWD ?? process.cwd(),
  print: (text) => stdout.write(`${text}\n`),
  complain: (text) => stderr.write(`${text}\n`),
  stopped: async () => {
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  },
});
// What does not let go in time, such as a connection to a database that is gone, is not waited for.
setTimeout(() => process.exit(), 2000).unref();
