import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOtm } from '../otm/read-otm.ts';
import { ruleSet } from './default-rules.ts';
import { drawnContent } from './drawn-content.ts';
import { suggest } from './suggest.ts';
import { systemOf } from './system-of.ts';

/**
 * The folder with files of other tools, which is beside the project. If it is missing, the test is
 * skipped.
 */
const fixtures = join(import.meta.dirname, '../../../shared/fixtures');
const generated = join(fixtures, 'foreign/MTMT_MVP.tm7');

const plain = (category: string): string =>
  category
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/s$/, '');

/**
 * Returns the categories of the threats that the Microsoft Threat Modeling Tool lists in a file. The
 * keys are the IDs of the flow and its target.
 */
const listedCategories = (file: string): Map<string, Set<string>> => {
  const text = readFileSync(file, 'utf8');
  const listed = new Map<string, Set<string>>();
  for (const threat of text.split('<a:KeyValueOfstringThreatpc_P0_PhOB>').slice(1)) {
    const flow = /<b:FlowGuid>([^<]+)</.exec(threat)?.[1];
    const target = /<b:TargetGuid>([^<]+)</.exec(threat)?.[1];
    const category = /UserThreatCategory<\/a:Key><a:Value>([^<]+)</.exec(threat)?.[1];
    if (flow === undefined || target === undefined || category === undefined) continue;
    const key = `${flow} ${target}`;
    listed.set(key, (listed.get(key) ?? new Set()).add(plain(category)));
  }
  return listed;
};

test.runIf(existsSync(generated)).each(['MTMT_MVP.otm', 'mobile-cloud.otm.json'])(
  'for %s, nine tenths of the categories that Microsoft’s tool lists are suggested',
  (file) => {
    const reading = readOtm(readFileSync(join(fixtures, 'otm', file)));
    if (!reading.ok) throw new Error(reading.refusal.reason);
    const rules = ruleSet();
    const found = reading.models.flatMap(({ content }) =>
      suggest(systemOf(drawnContent(content), rules.vocabulary), rules),
    );
    const suggested = new Set(
      found.flatMap(({ element, threat }) =>
        threat.categories.map((category) => `${element.id} ${plain(category)}`),
      ),
    );
    const listed = [...listedCategories(generated)].flatMap(([key, categories]) =>
      [...categories].map((category) => [...key.split(' '), category]),
    );
    const missing = listed.filter(
      ([flow, target, category]) =>
        !suggested.has(`${flow} ${category}`) && !suggested.has(`${target} ${category}`),
    );
    expect(listed.length).toBeGreaterThan(15);
    expect(missing.length / listed.length).toBeLessThanOrEqual(0.1);
  },
);
