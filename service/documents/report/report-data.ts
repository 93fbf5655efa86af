import { language, t } from '#shared/locales/texts.ts';
import type { ReportContent, ReportThreat } from '#shared/report/report-content.ts';
import { boundaryGroups } from './boundary-rows.ts';
import { countsOf, inOrder, isOpen } from './counts.ts';
import { openThreatsIn, type DrawFigures, type Figure } from './figures.ts';
import { flowGroups } from './flow-rows.ts';
import { hasText } from './has-text.ts';
import { historyRows } from './history-rows.ts';
import { kindsOf } from './kinds.ts';
import { blocksOf, lineOf, lineOr } from './rich-text.ts';
import { scopeOf } from './scope.ts';
import { dateText, mitigationTag, priorityTag, rankOf, threatTag } from './words.ts';

/**
 * Returns all texts of a report, in the order in which every format shows them, and the pictures of the
 * report.
 */
export const reportData = async (content: ReportContent, draw: DrawFigures) => {
  const { model, components, canvases, appearance, updatedAt } = content;
  const threats = components.flatMap((component, index) =>
    inOrder(component.threats).map((threat, at) => ({
      threat,
      component: titleOf(component.title, 'component'),
      anchor: `t-${index}-${at}`,
    })),
  );
  const open = openThreatsIn(components);
  const kinds = kindsOf(canvases);
  const counts = countsOf(components);
  const pictures: Figure[] = [];
  const diagrams: Diagram[] = [];
  for (const [index, { title, document }] of canvases.entries()) {
    const { figures, isTooLarge } = await draw(document, open, `diagram-${index + 1}`);
    pictures.push(...figures);
    diagrams.push({
      title: titleOf(title, 'any'),
      note: isTooLarge ? t('report:too-large') : '',
      parts: figures.length > 1 ? t('report:parts', { count: figures.length - 1 }) : '',
      figures: figures.map(({ content: _content, part, ...figure }) => ({
        ...figure,
        alt: t('report:diagram-of', { title: titleOf(title, 'any') }),
        caption: part === 0 ? '' : t('report:diagram-part', { part, count: figures.length - 1 }),
      })),
    });
  }
  const data = {
    language: language(),
    title: titleOf(model.title, 'model'),
    author: lineOf(model.owner ?? ''),
    subject: t('report:subject', {
      components: t('report:counted-components', { count: counts.components }),
      threats: t('report:component.threats', { count: counts.threats, open: counts.openThreats }),
    }),
    date: dateParts(updatedAt),
    asOf: t('report:as-of', { date: dateText(updatedAt) }),
    collection: lineOf(model.collection ?? ''),
    canvases: content.isWhole
      ? ''
      : t('report:chosen-canvases', {
          list: canvases.map(({ title }) => titleOf(title, 'any')).join(', '),
        }),
    classification: lineOf(appearance.classification, 60),
    footer: lineOf(appearance.footer, 160),
    words: wordsOf(),
    priority: priorityTag(model.priority),
    facts: factsOf(content),
    about: blocksOf(model.description),
    figures: [
      {
        value: String(counts.components),
        name: t('report:components', { count: counts.components }),
      },
      { value: String(counts.threats), name: t('report:threats', { count: counts.threats }) },
      { value: String(counts.openThreats), name: t('report:open') },
      {
        value: t('report:done-of', { done: counts.doneMitigations, count: counts.mitigations }),
        name: t('report:mitigations-done'),
      },
    ],
    bars: counts.byPriority.map(({ priority, open: still, all }) => ({
      tag: priorityTag(priority),
      open: still,
      all,
      text: all === 0 ? t('report:none') : t('report:open-of', { open: still, count: all }),
    })),
    top: threats
      .filter(({ threat }) => isOpen(threat))
      .toSorted((one, other) => rankOf(other.threat.priority) - rankOf(one.threat.priority))
      .slice(0, 5)
      .map(registerRow),
    diagrams,
    components: components.map((component, index) => ({
      title: titleOf(component.title, 'component'),
      kind: kinds.get(component.id) ?? t('report:component.kind'),
      about:
        component.threats.length === 0
          ? t('report:component.no-threats')
          : t('report:component.threats', {
              count: component.threats.length,
              open: component.threats.filter(isOpen).length,
            }),
      description: blocksOf(component.description),
      attributes:
        component.attributes.length === 0
          ? ''
          : lineOf(
              t('report:component.attributes', { list: component.attributes.join(', ') }),
              2000,
            ),
      isShort: component.description.length < 1500,
      threats: inOrder(component.threats).map((threat, at) =>
        threatData(threat, `t-${index}-${at}`),
      ),
    })),
    register: threats
      .toSorted(
        (one, other) =>
          rankOf(other.threat.priority) - rankOf(one.threat.priority) ||
          Number(isOpen(other.threat)) - Number(isOpen(one.threat)),
      )
      .map(registerRow),
    flows: flowGroups(canvases),
    boundaries: boundaryGroups(canvases),
    planned: threats
      .toSorted((one, other) => rankOf(other.threat.priority) - rankOf(one.threat.priority))
      .flatMap(({ threat, component, anchor }) =>
        threat.mitigations
          .filter(({ status }) => status === 'will')
          .map((mitigation) => ({
            title: titleOf(mitigation.title, 'mitigation'),
            threat: titleOf(threat.title, 'threat'),
            id: idOf(threat),
            anchor,
            component,
            priority: priorityTag(threat.priority),
          })),
      ),
    scope: scopeOf(content),
    history: historyRows(content.history),
  };
  return { data, pictures };
};

export type ReportData = Awaited<ReturnType<typeof reportData>>['data'];

type Diagram = {
  title: string;
  note: string;
  parts: string;
  figures: (Omit<Figure, 'content' | 'part'> & { alt: string; caption: string })[];
};

const titleOf = (title: string, kind: 'any' | 'component' | 'mitigation' | 'model' | 'threat') =>
  lineOr(hasText(title) ? title : '', 400, t(`report:untitled.${kind}`));

/** Returns the ID of a threat. IDs of Parapet, such as T-12, are shorter than those of other tools. */
const idOf = ({ refId }: ReportThreat): string => lineOf(refId, 60);

type Listed = { threat: ReportThreat; component: string; anchor: string };

const registerRow = ({ threat, component, anchor }: Listed) => ({
  id: idOf(threat),
  anchor,
  title: titleOf(threat.title, 'threat'),
  component,
  priority: priorityTag(threat.priority),
  status: threatTag(threat.status),
  mitigations:
    threat.mitigations.length === 0
      ? '–'
      : t('report:done-of', {
          done: threat.mitigations.filter(({ status }) => status === 'done').length,
          count: threat.mitigations.length,
        }),
});

const threatData = (threat: ReportThreat, anchor: string) => {
  const mitigations = threat.mitigations.map((mitigation) => ({
    title: titleOf(mitigation.title, 'mitigation'),
    status: mitigationTag(mitigation.status),
    definition: blocksOf(mitigation.definition),
    fields: filled([
      [t('mitigations:field.consideration'), mitigation.consideration],
      [t('mitigations:field.explanation'), mitigation.explanation],
      [t('mitigations:field.example'), mitigation.example],
      [t('mitigations:field.question'), mitigation.question],
    ]),
  }));
  const comments = threat.comments.map(({ author, createdAt, text }) => ({
    author: lineOf(author, 100),
    date: dateText(createdAt),
    text: blocksOf(text),
  }));
  const data = {
    anchor,
    id: idOf(threat),
    title: titleOf(threat.title, 'threat'),
    priority: priorityTag(threat.priority),
    status: threatTag(threat.status),
    description: blocksOf(threat.description),
    fields: filled([
      [t('report:threat.source'), threat.source],
      [t('threats:field.references'), threat.references.join(', ')],
      ...acceptanceOf(threat),
    ]),
    mitigations,
    comments,
  };
  return { ...data, isShort: JSON.stringify(data).length < shortThreat };
};

type Field = [name: string, text: string | null];

/** Returns the fields that have a text, with the paragraphs of the text. */
const filled = (fields: readonly Field[]) =>
  fields.flatMap(([name, text]) => (hasText(text) ? [{ name, text: blocksOf(text) }] : []));

/** Returns who accepted a threat, why, and until when. An open threat can still have these fields. */
const acceptanceOf = ({ status, ...threat }: ReportThreat): Field[] =>
  status === 'accepted' || status === 'transferred'
    ? [
        [t('threats:field.accepted-reason'), threat.acceptedReason],
        [t('threats:field.accepted-by'), threat.acceptedBy],
        [
          t('threats:field.accepted-until'),
          threat.acceptedUntil === null ? null : dateText(threat.acceptedUntil),
        ],
      ]
    : [];

/**
 * A threat whose JSON is shorter than this (about 2,600 characters of text) always fits on a page, so
 * the template does not split the threat.
 */
const shortThreat = 4600;

const none = '–';

/**
 * Returns the facts about the model. The owner, the status, and the dates of creation and last change
 * are always included. Other fields are included if they have a value.
 */
const factsOf = ({ model }: ReportContent): { name: string; value: string }[] => {
  const date = (iso: string | null): string => (iso ? dateText(iso) : '');
  const amount = (value: number | null): string => value?.toLocaleString(language()) ?? '';
  const always: [string, string][] = [
    [t('report:fact.owner'), lineOr(model.owner ?? '', 120, none)],
    [t('report:fact.status'), lineOf(model.status, 60)],
    [t('report:fact.created'), lineOr(date(model.createdAt), 60, none)],
    [t('report:fact.edited'), lineOr(date(model.updatedAt), 60, none)],
  ];
  const entered: [string, string][] = [
    [t('report:fact.due'), date(model.dueToDate)],
    [t('report:fact.retrospective'), date(model.retroCompletedAt)],
    [t('report:fact.archived'), date(model.archivedAt)],
    [t('report:fact.time'), amount(model.timeInvested)],
    [t('report:fact.quality'), amount(model.qualityOfModel)],
    [t('report:fact.revisit'), amount(model.whenToRevisit)],
  ];
  return [...always, ...entered.filter(([, value]) => value !== '')].map(([name, value]) => ({
    name,
    value,
  }));
};

/** Returns the parts of a UTC time as numbers, for the metadata of the PDF. */
const dateParts = (iso: string): number[] => {
  const given = new Date(iso);
  const date = Number.isNaN(given.getTime()) ? new Date(0) : given;
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
};

/** Returns all words of the template, because the template contains no texts of its own. */
const wordsOf = () => ({
  kicker: t('report:title'),
  contents: t('report:contents'),
  page: t('report:page', { page: '{page}', count: '{count}' }),
  summary: t('report:summary'),
  about: t('report:about'),
  top: t('report:top'),
  diagrams: t('report:diagrams'),
  components: t('report:threats-by-component'),
  register: t('report:register'),
  flows: t('report:flows.title'),
  boundaries: t('report:boundaries.title'),
  planned: t('report:planned.title'),
  scope: t('report:scope.title'),
  history: t('report:history.title'),
  priority: t('report:fact.priority'),
  status: t('report:fact.status'),
  id: t('report:column.id'),
  threat: t('report:column.threat'),
  component: t('report:component.kind'),
  mitigation: t('report:column.mitigation'),
  mitigations: t('report:threat.mitigations'),
  done: t('report:column.done'),
  flow: t('report:column.flow'),
  ends: t('report:column.ends'),
  data: t('report:column.data'),
  protocol: t('report:column.protocol'),
  protection: t('report:column.protection'),
  crosses: t('report:column.crosses'),
  boundary: t('report:column.boundary'),
  holds: t('report:column.holds'),
  crossing: t('report:column.crossing'),
  date: t('report:column.date'),
  change: t('report:column.change'),
  comments: t('report:threat.comments'),
  noThreats: t('report:no-threats'),
  noneOfComponent: t('report:component.none'),
  noDescription: t('report:threat.no-description'),
  noMitigations: t('report:threat.no-mitigations'),
  noFlows: t('report:flows.none'),
  noBoundaries: t('report:boundaries.none'),
  noPlanned: t('report:planned.none'),
  noScope: t('report:scope.none'),
});
