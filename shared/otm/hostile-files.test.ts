import { describe, expect, test } from 'vitest';
import { readOtm } from './read-otm.ts';

const head = 'otmVersion: 0.2.0\nproject: {name: P, id: p}\n';

const reasonOf = (file: string): string => {
  const reading = readOtm(file);
  return reading.ok ? 'read' : reading.refusal.reason;
};

describe('a file that is made to be expensive', () => {
  test('is measured with the repeated content of its aliases', () => {
    const map = Array.from({ length: 10_000 }, (_, at) => `k${at}: v`).join(', ');
    const list = Array.from({ length: 95 }, () => '*m').join(', ');
    expect(reasonOf(`${head}tags: &m {${map}}\nattributes: [${list}]\n`)).toContain('aliases');
    const text = `long: &l ${'x'.repeat(1_000_000)}\nlist: [${list.replaceAll('m', 'l')}]\n`;
    expect(reasonOf(head + text)).toContain('aliases');
  });

  test('may have many aliases that repeat little', () => {
    const list = Array.from({ length: 500 }, () => '*m').join(', ');
    expect(reasonOf(`${head}tag: &m some\nattributes: [${list}]\n`)).toBe('read');
  });

  test('may not have more aliases than a person would write', () => {
    const names = Array.from({ length: 6000 }, (_, at) => `&a${at} x`).join('\n- ');
    const list = Array.from({ length: 6000 }, () => '*a0').join('\n- ');
    const file = `${head}names:\n- ${names}\nlist:\n- ${list}\n`;
    expect(reasonOf(file)).toContain('anchors and aliases');
  });

  test('is rejected at its first error', () => {
    const file = `${head}name: "${'\\q'.repeat(500_000)}"\n`;
    expect(reasonOf(file)).toContain('Invalid YAML: Invalid escape sequence');
  });

  test('is not parsed if it has more values than a model of its size', () => {
    const reading = readOtm(`[${'{},'.repeat(2000)}{}]`, { limits: { json: { values: 1000 } } });
    expect(reading).toMatchObject({ refusal: { reason: 'The file has more than 1,000 values.' } });
  });

  test('is searched only once for the positions of its duplicate keys', () => {
    const keys = '"a":1,\n'.repeat(500_000);
    const reading = readOtm(`{${keys}"otmVersion":"0.2.0","project":{"name":"P","id":"p"}}`);
    const [model] = reading.ok ? reading.models : [];
    const notes = model?.report.repairs.filter(({ message }) => message.includes('duplicate key'));
    expect(notes?.length).toBe(1000);
    expect(notes?.at(0)?.place).toBe('line 2, column 1');
    expect(notes?.at(-1)?.place).toBe('line 1001, column 1');
  });
});
