import { t } from '#shared/locales/texts.ts';
import type { ReportContent } from '#shared/report/report-content.ts';
import { blocksOf, blocksOfPlain, lineOf, lineOr, type Block } from './rich-text.ts';

/** The assumptions of the model: notes, elements out of scope, and accepted or transferred threats. */
export type Scope = { title: string; items: Block[][] }[];

const maxItems = 200;

export const scopeOf = ({ canvases, components }: ReportContent): Scope => {
  const nodes = canvases.flatMap(({ document }) => document.nodes);
  const notes = nodes
    .filter(({ type, data }) => type === 'noteNode' && (data?.label ?? '').trim() !== '')
    .map(({ data }) => blocksOfPlain(data.label ?? ''));
  const outside = nodes
    .filter(({ data }) => data?.outOfScope === true)
    .map(({ data }) => blocksOfPlain(lineOr(data.label, 400)));
  const taken = components.flatMap(({ title, threats }) =>
    threats
      .filter(({ status }) => status === 'accepted' || status === 'transferred')
      .map(({ refId, title: threat, status, acceptedReason }) => [
        ...blocksOfPlain(
          t(`report:scope.${status === 'accepted' ? 'accepted' : 'transferred'}`, {
            threat: [refId, lineOf(threat)].filter(Boolean).join(' '),
            component: lineOf(title),
          }),
        ),
        ...blocksOf(acceptedReason ?? ''),
      ]),
  );
  return [
    { title: t('report:scope.notes'), items: notes },
    { title: t('report:scope.outside'), items: outside },
    { title: t('report:scope.risks'), items: taken },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => ({ title, items: shortened(items) }));
};

const shortened = (items: readonly Block[][]): Block[][] => {
  const left = items.length - maxItems;
  return left > 0
    ? [...items.slice(0, maxItems), blocksOfPlain(t('sync:more', { count: left }))]
    : [...items];
};
