import i18next from 'i18next';
import { z } from 'zod';
import { elementIn, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';
import type { Choice } from './conflict-choices.ts';

const values = z.record(z.string(), z.unknown());

/** What the picture shows by itself. */
const isDrawn = (field: string): boolean =>
  [
    'position',
    'parentId',
    'width',
    'height',
    'source',
    'target',
    'sourceHandle',
    'targetHandle',
    'shape',
    'bends',
    'labelAt',
  ].includes(field);

/** Whether a field is the element's own or one of its `data` is said by its name, or found out. */
const valueOf = (element: object, field: string): unknown => {
  const own = values.parse(element);
  const data = values.catch({}).parse(own.data);
  const key = field.replace(/^data\./, '');
  return key === field && field in own ? own[field] : data[key];
};

const textOf = (value: unknown): string => {
  const t = i18next.getFixedT(null, 'sync');
  if (value === undefined || value === null || value === '') return t('value.empty');
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const names = {
  label: 'element.label',
  protocol: 'element.protocol',
  bidirectional: 'element.bidirectional',
  encrypted: 'element.encrypted',
  authenticated: 'element.authenticated',
  outOfScope: 'element.outOfScope',
  attributes: 'element.attributes',
  dataClassification: 'element.dataClassification',
} as const;

const isNamed = (field: string): field is keyof typeof names => Object.hasOwn(names, field);

const nameOf = (field: string): string =>
  isNamed(field) ? i18next.t(names[field], { ns: 'sync' }) : field;

/** What one side made of an element, as far as the picture does not show it. */
export const elementValues = (
  versions: CanvasVersions,
  changed: ChangedElement,
  side: Choice,
): { field: string; text: string }[] => {
  const element = elementIn(versions[side], changed);
  const fields = changed[side]?.kind === 'changed' ? changed[side].fields : [];
  if (!element) return [];
  return fields
    .filter((field) => !isDrawn(field))
    .map((field) => ({ field, text: `${nameOf(field)}: ${textOf(valueOf(element, field))}` }));
};
