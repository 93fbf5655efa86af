import { expect, it } from 'vitest';
import type { CodexSummary } from '#shared/codex/codex-entry.ts';
import { matching } from './matching.ts';

const entry = (title: string, ...aliases: string[]): CodexSummary => ({
  id: title,
  title,
  description: '',
  aliases,
  priority: null,
});

const found = (query: string, ...entries: CodexSummary[]): string[] =>
  matching(entries, query).map(({ title }) => title);

it('lists entries as a dictionary does, whatever their capitals', () => {
  const entries = ['API gateway', 'Access proxy', 'Workstation', 'gRPC service', 'VPN 10', 'VPN 9'];
  expect(found('', ...entries.map((title) => entry(title)))).toEqual([
    'Access proxy',
    'API gateway',
    'gRPC service',
    'VPN 9',
    'VPN 10',
    'Workstation',
  ]);
});

it('finds an entry by its title or an alias', () => {
  const entries = [entry('Message broker', 'Kafka'), entry('Log store'), entry('Kafka Connect')];
  expect(found(' kafka ', ...entries)).toEqual(['Kafka Connect', 'Message broker']);
});
