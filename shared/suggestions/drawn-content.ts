import type { ModelContent, ThreatContent } from '../otm/content.ts';
import type { KnownThreat } from './drawn-system.ts';
import type { DrawnModel } from './system-of.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String).filter((text) => text.trim() !== '') : [];

/** Converts the content that was read from a file to a drawn model. */
export const drawnContent = ({ canvases, components }: ModelContent): DrawnModel => ({
  canvases: canvases.map(({ id, data }) => ({ id, document: data })),
  types: new Map(components.map(({ id, kept }) => [id, typesOf(kept)])),
  threats: new Map(components.map(({ id, threats }) => [id, threats.map(knownThreat)])),
});

/** Returns the type and the tags that the file states for a component. */
const typesOf = (kept: Fields): string[] => {
  const { type, tags } = fieldsOf(kept['raw']);
  return [...(typeof type === 'string' ? [type] : []), ...textsOf(tags)];
};

/**
 * Returns a threat in the form in which suggestions are compared with it. Its categories and references
 * are read from its fields, and from the values that were kept from the file.
 */
const knownThreat = (threat: ThreatContent): KnownThreat => {
  const raw = fieldsOf(threat.kept['raw']);
  const own: Fields = { ...threat };
  return {
    title: threat.title,
    status: threat.status,
    priority: threat.priority,
    categories: [...textsOf(own['categories']), ...textsOf(raw['categories'])],
    references: [
      ...textsOf(own['references']),
      ...textsOf(raw['cwes']).map((cwe) => (/^\d+$/.test(cwe) ? `CWE-${cwe}` : cwe)),
    ],
    mitigations: threat.mitigations.map(({ status }) => ({ status })),
    dueDate: typeof own['due_date'] === 'string' ? own['due_date'] : null,
  };
};
