import i18next from 'i18next';
import { z } from 'zod';
import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';

const values = z.record(z.string(), z.unknown());

/** What the picture shows by itself. */
const drawn = new Set([
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
]);

export const isDrawn = (field: string): boolean => drawn.has(field);

/** Whether a field is the element's own or one of its `data` is said by its name, or found out. */
export const valueOf = (element: CanvasNode | CanvasEdge, field: string): unknown => {
  const own = values.parse(element);
  const data = values.catch({}).parse(own.data);
  const key = field.replace(/^data\./, '');
  return key === field && field in own ? own[field] : data[key];
};

/** Nobody reads more of a value that is not a text than this. */
const mostOfValue = 120;

export const valueText = (value: unknown): string => {
  const t = i18next.getFixedT(null, 'sync');
  if (value === undefined || value === null || value === '') return t('value.empty');
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (typeof value === 'string') return value;
  const text = Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value);
  return text.length > mostOfValue ? `${text.slice(0, mostOfValue)}…` : text;
};

const names = {
  label: 'compare.field.label',
  componentId: 'compare.field.componentId',
  protocol: 'compare.field.protocol',
  bidirectional: 'compare.field.bidirectional',
  encrypted: 'compare.field.encrypted',
  authenticated: 'compare.field.authenticated',
  outOfScope: 'compare.field.outOfScope',
  attributes: 'compare.field.attributes',
  dataClassification: 'compare.field.dataClassification',
  color: 'compare.field.color',
  locked: 'compare.field.locked',
  collapsed: 'compare.field.collapsed',
  shape: 'compare.field.shape',
  type: 'compare.field.type',
  position: 'compare.field.position',
  width: 'compare.field.size',
  height: 'compare.field.size',
  parentId: 'compare.field.boundary',
  source: 'compare.field.source',
  target: 'compare.field.target',
  sourceHandle: 'compare.field.sides',
  targetHandle: 'compare.field.sides',
  bends: 'compare.field.line',
  labelAt: 'compare.field.labelAt',
} as const;

const isNamed = (field: string): field is keyof typeof names => Object.hasOwn(names, field);

/** A field in the words of the window; one that we do not know has its own name. */
export const fieldName = (field: string): string =>
  isNamed(field) ? i18next.t(names[field], { ns: 'canvas' }) : field;
