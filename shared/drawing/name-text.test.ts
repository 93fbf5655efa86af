import { describe, expect, it } from 'vitest';
import { nameText, withoutMiddle } from './name-text.ts';
import { shortLabel } from './short-label.ts';
import { textWidth } from './text-width.ts';

const room = (width: number, height = 58) => ({ width, height });

describe('a name', () => {
  it('breaks at spaces, never inside a word', () => {
    expect(nameText('Accounting PostgreSQL', room(100)).lines).toEqual([
      'Accounting',
      'PostgreSQL',
    ]);
  });

  it('gets smaller before a word is broken at a capital or a separator', () => {
    const text = nameText('Accounting PostgreSQL', room(72));
    expect(text.lines).toEqual(['Accounting', 'PostgreSQL']);
    expect(text.size).toBeLessThan(13);
  });

  it('breaks a word that fits at no size at a soft break point', () => {
    expect(nameText('ServiceTaskDefinition', room(110)).lines).toEqual([
      'ServiceTask',
      'Definition',
    ]);
    expect(nameText('payments-service_v2', room(70)).lines.every((line) => line.length > 1)).toBe(
      true,
    );
  });

  it('ends with an ellipsis only if it does not fit at the smallest size', () => {
    const text = nameText('Incomprehensibilities', room(60, 20));
    expect(text.isCut).toBe(true);
    expect(text.lines.join('')).toMatch(/^Incom.*…$/u);
    expect(nameText('Orders', room(60, 20))).toEqual({
      lines: ['Orders'],
      size: 13,
      isCut: false,
    });
  });

  it('is cut in the middle if it is an ID', () => {
    const { lines } = nameText('da513318-4d76-4b52-9c6e-0d1b2f3a9c2f', room(130));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^da513318.*….*9c2f$/u);
  });

  it('stays within its room', () => {
    const style = { size: 10, isBold: true };
    for (const width of [40, 60, 90]) {
      const { lines } = nameText('Extraordinarily/long.name-of_a ThingThatHasNoEnd', room(width));
      for (const line of lines) expect(textWidth(line, style)).toBeLessThanOrEqual(width);
    }
    const cut = withoutMiddle('0123456789abcdef', 60, style);
    expect(textWidth(cut, style)).toBeLessThanOrEqual(60);
  });
});

describe('the label of a flow', () => {
  it('does not repeat the elements that the line joins', () => {
    expect(shortLabel('Canary -> ServiceLB', 'Canary', 'ServiceLB')).toBe('');
    expect(shortLabel('Canary to ServiceLB', 'Canary', 'ServiceLB')).toBe('');
    expect(shortLabel('ServiceLB → Canary', 'Canary', 'service lb')).toBe('');
    expect(shortLabel('Service -> Outbound', 'Service', '255.255.255.255/32')).toBe('Outbound');
  });

  it('stays unchanged if it says something else', () => {
    expect(shortLabel('Orders -> invoices', 'Shop', 'Billing')).toBe('Orders -> invoices');
    expect(shortLabel('Canary', 'Canary', 'ServiceLB')).toBe('Canary');
    expect(shortLabel('to itself', 'Inner', 'Inner')).toBe('to itself');
    expect(shortLabel('write to disk', 'Server', 'Disk')).toBe('write to disk');
    expect(shortLabel('', '', '')).toBe('');
  });
});
