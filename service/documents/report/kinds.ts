import { isElementKind } from '#shared/canvas/element-kinds.ts';
import { t } from '#shared/locales/texts.ts';
import type { ReportCanvas } from '#shared/report/report-content.ts';

/** Returns the kind of each component on the canvases, by component ID. */
export const kindsOf = (canvases: readonly ReportCanvas[]): ReadonlyMap<string, string> => {
  const kinds = new Map<string, string>();
  for (const { document } of canvases) {
    for (const { data } of document.edges)
      if (data?.componentId) kinds.set(data.componentId, t('canvas:kind.flow'));
  }
  for (const { document } of canvases) {
    for (const { type, data } of document.nodes) {
      if (data?.componentId) kinds.set(data.componentId, kindName(type ?? ''));
    }
  }
  return kinds;
};

const kindName = (type: string): string =>
  isElementKind(type) ? t(`canvas:kind.${type}`) : t('report:component.kind');
