import { ruleSet } from '../default-rules.ts';
import type { DrawnSystem, KnownThreat } from '../drawn-system.ts';
import { suggest, type Suggestion } from '../suggest.ts';
import { systemOf } from '../system-of.ts';
import { readExample } from './read-example.ts';

type Extras = { threats?: Record<string, KnownThreat[]> };

/** Returns the system that the lines of an example draw. */
export const systemFor = (lines: readonly string[], { threats = {} }: Extras = {}): DrawnSystem =>
  systemOf(
    {
      canvases: [{ id: 'c', document: readExample(lines) }],
      types: new Map(),
      threats: new Map(Object.entries(threats)),
    },
    ruleSet().vocabulary,
  );

/** Returns the suggestions of the default rules for the lines of an example. */
export const suggestFor = (lines: readonly string[], extras?: Extras): Suggestion[] =>
  suggest(systemFor(lines, extras), ruleSet());
