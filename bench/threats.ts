import { emptyDocument } from '#shared/canvas/document.ts';
import { readOtm } from '#shared/otm/read-otm.ts';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { failedChecks } from '#shared/suggestions/checks.ts';
import { ruleSet } from '#shared/suggestions/default-rules.ts';
import { drawnContent } from '#shared/suggestions/drawn-content.ts';
import { suggest } from '#shared/suggestions/suggest.ts';
import { systemOf, type DrawnModel } from '#shared/suggestions/system-of.ts';
import type { Table } from './table.ts';

const sizes = [100, 1000, 5000, 20_000];
const times = 3;

/** Measures how long suggestions and checks take for models of several sizes. */
export const threats = async (): Promise<Table> => {
  const rules = ruleSet();
  const models = sizes.map((size) => modelOf(size));
  // The first run is not counted, because it compiles the code.
  measure(models[0] ?? emptyModel, rules);
  const measured = models.map((model) => measure(model, rules));
  const row = (figure: string, unit: string, key: keyof Measured, aim?: string) => ({
    figure,
    unit,
    values: measured.map((each) => each[key]),
    ...(aim !== undefined && { aim }),
  });
  return await Promise.resolve({
    versions: { node: process.version, rules: String(rules.rules.length) },
    columns: sizes.map(String),
    rows: [
      row('read the drawing', 'ms', 'system'),
      row('suggest', 'ms', 'suggest'),
      row('both', 'ms', 'both', '< 1000 for 5000'),
      row('checks', 'ms', 'checks'),
      row('suggestions', 'threats', 'count'),
    ],
  });
};

const emptyModel: DrawnModel = {
  canvases: [{ id: 'c', document: emptyDocument }],
  types: new Map(),
  threats: new Map(),
};

const modelOf = (size: number): DrawnModel => {
  const reading = readOtm(largeModel(`Model of ${size}`, size));
  const [first] = reading.ok ? reading.models : [];
  if (!first) throw new Error('The model cannot be read.');
  return drawnContent(first.content);
};

type Measured = { system: number; suggest: number; both: number; checks: number; count: number };

/** Measures each part of the work in several runs, and returns the shortest time of each part. */
const measure = (model: DrawnModel, rules: ReturnType<typeof ruleSet>): Measured => {
  const runs = Array.from({ length: times }, () => {
    const start = performance.now();
    const system = systemOf(model, rules.vocabulary);
    const drawn = performance.now();
    const { length: count } = suggest(system, rules);
    const suggested = performance.now();
    failedChecks(system, { title: '', status: '', due_to_date: null }, new Date(0));
    return {
      system: drawn - start,
      suggest: suggested - drawn,
      both: suggested - start,
      checks: performance.now() - suggested,
      count,
    };
  });
  const minOf = (key: keyof Measured): number => Math.min(...runs.map((run) => run[key]));
  return {
    system: minOf('system'),
    suggest: minOf('suggest'),
    both: minOf('both'),
    checks: minOf('checks'),
    count: minOf('count'),
  };
};
