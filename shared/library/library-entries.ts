import { codexEntry, type KindedEntry } from '../codex/codex-entry.ts';
import type { LibraryMitigation, LibraryThreat } from './library-schema.ts';
import { loadLibrary } from './load-library.ts';

const addressOf = (reference: string): string => {
  const [family, number = ''] = reference.split('-');
  if (family === 'CWE') return `https://cwe.mitre.org/data/definitions/${number}.html`;
  if (family === 'CAPEC') return `https://capec.mitre.org/data/definitions/${number}.html`;
  return `https://attack.mitre.org/techniques/${reference.replace('.', '/')}/`;
};

const threatEntry = ({
  title,
  description,
  check,
  categories,
  priority,
  references,
}: LibraryThreat) =>
  codexEntry.parse({
    title,
    description: `${description}\n\n**Check:** ${check}\n\n**Categories:** ${categories.join(', ')}`,
    priority,
    resources: references.map((name) => ({ url: addressOf(name), title: name })),
  });

const costTexts = { low: 'hours', medium: 'days', high: 'weeks, or a lasting effort' } as const;

const mitigationEntry = ({ title, description, verify, cost, controls }: LibraryMitigation) =>
  codexEntry.parse({
    title,
    description,
    explanation: `**Verify:** ${verify}`,
    consideration: [
      `**Cost:** ${costTexts[cost]}`,
      ...(controls.length > 0 ? [`**Controls:** ${controls.join(', ')}`] : []),
    ].join('\n\n'),
  });

/** The default codex as entries for the codex of a service. */
export const libraryEntries = (): KindedEntry[] => {
  const { attributes, threats, mitigations } = loadLibrary();
  return [
    ...attributes.map(({ title, aliases, description }) => ({
      kind: 'attributes' as const,
      entry: codexEntry.parse({ title, aliases, description }),
    })),
    ...threats.map((threat) => ({ kind: 'threats' as const, entry: threatEntry(threat) })),
    ...mitigations.map((each) => ({ kind: 'mitigations' as const, entry: mitigationEntry(each) })),
  ];
};
