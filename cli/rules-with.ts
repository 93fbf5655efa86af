import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CodexFile } from '#shared/codex/codex-file.ts';
import { ruleSetIn } from '#shared/suggestions/default-rules.ts';
import type { RuleSet } from '#shared/suggestions/suggest.ts';
import { withOwnRules } from '#shared/suggestions/with-own-rules.ts';
import { FileProblem } from './command.ts';

const maxBytes = 20 * 2 ** 20;

/** Returns the default rules and, if a file is given, the rules of this file. */
export const rulesWith = async (
  folder: string,
  file: string | boolean | undefined,
): Promise<RuleSet> => {
  if (typeof file !== 'string') return await ruleSetIn('en');
  try {
    const path = resolve(folder, file);
    if ((await stat(path)).size > maxBytes) throw new Error('it is larger than 20 MiB');
    return withOwnRules(await ruleSetIn('en'), await extensionsIn(await readFile(path)));
  } catch (error) {
    throw new FileProblem(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Returns the rules and frameworks of a codex file, or of a template of the Microsoft Threat Modeling
 * Tool.
 */
const extensionsIn = async (bytes: Uint8Array): Promise<CodexFile['extensions']> => {
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*</.test(text)) {
    const { readCodexFile } = await import('#shared/codex/codex-file.ts');
    return readCodexFile(text).extensions;
  }
  const { readTemplate } = await import('#shared/foreign/template/read-template.ts');
  const reading = readTemplate(bytes);
  if (!reading.ok) throw new Error(reading.refusal.reason);
  return reading.template.extensions;
};
