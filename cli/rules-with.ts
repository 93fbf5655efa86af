import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ruleSetIn } from '#shared/suggestions/default-rules.ts';
import type { RuleSet } from '#shared/suggestions/suggest.ts';
import { withOwnRules } from '#shared/suggestions/with-own-rules.ts';
import { FileProblem } from './command.ts';

const mostBytes = 20 * 2 ** 20;

/** Returns the default rules with those of a file, if one is given. */
export const rulesWith = async (
  folder: string,
  file: string | boolean | undefined,
): Promise<RuleSet> => {
  if (typeof file !== 'string') return await ruleSetIn('en');
  try {
    const path = resolve(folder, file);
    if ((await stat(path)).size > mostBytes) throw new Error('it is larger than 20 MiB');
    const { readCodexFile } = await import('#shared/codex/codex-file.ts');
    return withOwnRules(
      await ruleSetIn('en'),
      readCodexFile(await readFile(path, 'utf8')).extensions,
    );
  } catch (error) {
    throw new FileProblem(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
};
