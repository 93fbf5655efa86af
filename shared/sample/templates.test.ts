import { expect, test } from 'vitest';
import { readModelFile } from '../foreign/read-model-file.ts';
import { ruleSet } from '../suggestions/default-rules.ts';
import { drawnContent } from '../suggestions/drawn-content.ts';
import { suggest } from '../suggestions/suggest.ts';
import { systemOf } from '../suggestions/system-of.ts';
import { templateFile, templateNames } from './templates.ts';

const rules = ruleSet();

test.each(templateNames)('the template %s is a system for which threats are suggested', (name) => {
  const file = templateFile(name, 'Shop 2.0');
  const reading = readModelFile(file.bytes, file.name);
  const [model, ...others] = reading.ok ? reading.models : [];
  expect(others).toEqual([]);
  expect(model?.content.title).toBe('Shop 2.0');
  expect(model?.report.repairs).toEqual([]);
  expect(model?.leftOut ?? []).toEqual([]);
  const { nodes = [], edges = [] } = model?.content.canvases[0]?.data ?? {};
  const kinds = new Set(nodes.map(({ type }) => type ?? ''));
  expect([...kinds].toSorted()).toEqual([
    'dataStoreNode',
    'externalEntityNode',
    'processNode',
    'trustBoundaryNode',
  ]);
  expect(edges.length).toBeGreaterThan(9);
  const system = model && systemOf(drawnContent(model.content), rules.vocabulary);
  expect(system ? suggest(system, rules).length : 0).toBeGreaterThan(10);
});
