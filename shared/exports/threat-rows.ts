import { priorities, type Priority } from '../api/enumerations.ts';
import { isElementKind, type ElementKind } from '../canvas/element-kinds.ts';
import { t } from '../locales/texts.ts';
import type {
  CanvasContent,
  ComponentContent,
  MitigationContent,
  ModelContent,
  ThreatContent,
} from '../otm/content.ts';

/**
 * The threats of a model, or of all models of a collection. For a collection, `models` has the model of
 * each canvas, by the ID of the canvas.
 */
export type RegisterContent = ModelContent & {
  models?: Readonly<Record<string, Pick<ModelContent, 'id' | 'title'>>>;
};

/** A threat of a model with the element that it belongs to. */
export type ThreatRow = {
  threat: ThreatContent;
  element: ComponentContent;
  /** Undefined if the element is on no canvas, or if it has a type of another tool. */
  kind: ElementKind | 'flow' | undefined;
  /** The title of the element's canvas. */
  canvas: string;
  model: Pick<ModelContent, 'id' | 'title'>;
};

/**
 * Returns the threats of a model by priority, the highest first. Within a priority, open threats
 * come first.
 */
export const threatRows = (content: RegisterContent): ThreatRow[] => {
  const { canvases, components, models } = content;
  const kinds = kindsIn(canvases);
  const titles = new Map(canvases.map(({ id, title }) => [id, title]));
  return components
    .flatMap((element) =>
      element.threats.map((threat) => ({
        threat,
        element,
        kind: kinds.get(element.id),
        canvas: titles.get(element.canvasId) ?? '',
        model: models?.[element.canvasId] ?? content,
      })),
    )
    .toSorted(
      ({ threat: one }, { threat: other }) =>
        rankOf(other.priority) - rankOf(one.priority) ||
        Number(other.status === 'open') - Number(one.status === 'open'),
    );
};

const kindsIn = (canvases: readonly CanvasContent[]): Map<string, ThreatRow['kind']> => {
  const kinds = new Map<string, ThreatRow['kind']>();
  for (const { data } of canvases.flatMap(({ data: { edges } }) => edges)) {
    if (data?.componentId !== undefined) kinds.set(data.componentId, 'flow');
  }
  for (const { type, data } of canvases.flatMap(({ data: { nodes } }) => nodes)) {
    const { componentId } = data;
    if (componentId !== undefined && isElementKind(type)) kinds.set(componentId, type);
  }
  return kinds;
};

const rankOf = (priority: Priority): number => priorities.indexOf(priority);

export const kindWord = (kind: ThreatRow['kind']): string =>
  kind === undefined ? t('report:component.kind') : t(`canvas:kind.${kind}`);

export const priorityWord = (priority: Priority): string => t(`threats:priority.${priority}`);

export const statusWord = ({ status }: ThreatContent): string =>
  t(`threats:status.${status === 'not_applicable' ? 'notApplicable' : status}`);

const mitigationWord = ({ status }: MitigationContent): string =>
  t(`mitigations:status.${status ?? 'none'}`);

/** Returns one line for each mitigation: `Limit attempts (Planned)`. */
export const mitigationLines = ({ mitigations }: ThreatContent): string[] =>
  mitigations.map((mitigation) => `${mitigation.title} (${mitigationWord(mitigation)})`);

/**
 * Returns the day of a time in UTC, such as `2026-11-22`, as the window shows it. The text is empty if
 * there is no time, or if a program stored a text that is no time.
 */
export const dayOf = (instant: string | null | undefined): string => {
  const time = Date.parse(instant ?? '');
  if (Number.isNaN(time)) return '';
  return /^\d{4}-\d\d-\d\d/.exec(new Date(time).toISOString())?.[0] ?? '';
};
