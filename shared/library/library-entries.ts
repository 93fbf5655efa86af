import { codexEntry, type KindedEntry } from '../codex/codex-entry.ts';
import { nameOf } from './entry-names.ts';
import type { LibraryAttribute, LibraryMitigation, LibraryThreat } from './library-schema.ts';
import { loadLibrary, type Library } from './load-library.ts';

const addressOf = (reference: string): string => {
  const [family, number = ''] = reference.split('-');
  if (family === 'CWE') return `https://cwe.mitre.org/data/definitions/${number}.html`;
  if (family === 'CAPEC') return `https://capec.mitre.org/data/definitions/${number}.html`;
  return `https://attack.mitre.org/techniques/${reference.replace('.', '/')}/`;
};

type MaybeNamed<Entry> = Entry & { names?: readonly string[] };

/**
 * Returns the codex entry of an attribute. If the title is in another language, the English title
 * becomes an alias, so that a search for it still finds the attribute.
 */
const attributeEntry = ({
  title,
  names: [english = title] = [],
  aliases,
  description,
}: MaybeNamed<LibraryAttribute>) =>
  codexEntry.parse({
    title,
    aliases: nameOf(english) === nameOf(title) ? aliases : [english, ...aliases],
    description,
  });

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

/**
 * Returns the default library as entries for the codex of a service. Titles are in English, or in the
 * language for which `libraryIn` returned the library.
 */
export const libraryEntries = (
  { attributes, threats, mitigations }: Library = loadLibrary(),
): KindedEntry[] => [
  ...attributes.map((each) => ({ kind: 'attributes' as const, entry: attributeEntry(each) })),
  ...threats.map((each) => ({ kind: 'threats' as const, entry: threatEntry(each) })),
  ...mitigations.map((each) => ({ kind: 'mitigations' as const, entry: mitigationEntry(each) })),
];
