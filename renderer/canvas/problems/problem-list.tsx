import { Button } from '@mantine/core';
import { ArrowRight, Box, ChevronRight, CircleCheck } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { Problem, ProblemKind } from '#shared/canvas/problems.ts';
import { Message } from '../../ui/message.tsx';
import { VirtualTree, type TreeRowProps } from '../../ui/virtual-tree.tsx';
import { useCanvas } from '../canvas-store.ts';
import { kindOf } from '../node-kinds.ts';
import { goToElement } from '../places/travel.ts';
import { kindName, shownName } from '../spoken.ts';
import { fixes, isFixed, labelOfElement, type FixedKind } from './fixes.ts';
import { problemRows, type ProblemRow } from './problem-rows.ts';
import classes from './problem-list.module.css';

const useClosed = create<{ closed: ReadonlySet<string> }>(() => ({ closed: new Set() }));

const open = (id: string, isOpen: boolean): void =>
  useClosed.setState(({ closed }) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    return { closed: next };
  });

/** What is wrong with the drawing, by kind; each leads to its element, and most can be mended. */
export const ProblemList = ({ problems }: { problems: readonly Problem[] }) => {
  const { t } = useTranslation('finding');
  const closed = useClosed((state) => state.closed);
  const [active, setActive] = useState<string | null>(null);
  const rows = useMemo(() => problemRows(problems, closed), [problems, closed]);

  if (rows.length === 0) {
    return (
      <Message
        icon={<CircleCheck />}
        role="status"
        text={t('problems.fineText')}
        title={t('problems.fine')}
      />
    );
  }
  return (
    <div className={classes.list} data-problems>
      <VirtualTree
        Row={ProblemRowView}
        activate={({ id }) => setActive(id)}
        active={active}
        expand={open}
        label={t('problems.tree')}
        onRowKey={onRowKey}
        rows={rows}
        textOf={(row) =>
          row.isGroup ? t(`problems.kind.${row.kind}`) : labelOfElement(row.elementId)
        }
      />
    </div>
  );
};

const onRowKey = (row: ProblemRow, event: KeyboardEvent): boolean => {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  if (row.isGroup) open(row.id, row.isExpanded === false);
  else goToElement(row.elementId);
  return true;
};

const ProblemRowView = ({ row, shell }: TreeRowProps<ProblemRow>) =>
  row.isGroup ? (
    // The tree listens to the keys of all its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...shell}
      aria-selected={false}
      onClick={() => open(row.id, row.isExpanded === false)}
      role="treeitem"
      tabIndex={shell.tabIndex}
    >
      <ChevronRight
        aria-hidden
        className={classes.chevron}
        data-open={row.isExpanded === true}
        size={14}
      />
      <KindName count={row.count} kind={row.kind} />
    </div>
  ) : (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...shell}
      aria-selected={false}
      onClick={() => goToElement(row.elementId)}
      role="treeitem"
      tabIndex={shell.tabIndex}
    >
      <ElementName id={row.elementId} />
      <Actions elementId={row.elementId} hasTabStop={shell.tabIndex === 0} kind={row.kind} />
    </div>
  );

const KindName = ({ kind, count }: { kind: ProblemKind; count: number }) => {
  const { t } = useTranslation('finding');
  return (
    <>
      <span className={classes.kind}>{t(`problems.kind.${kind}`)}</span>
      <span className={classes.count}>{count}</span>
    </>
  );
};

const ElementName = ({ id }: { id: string }) => {
  const type = useCanvas(({ document }) => nodeById(document, id)?.type ?? 'flow');
  const label = useCanvas(() => labelOfElement(id));
  const Icon = type === 'flow' ? ArrowRight : (kindOf(type)?.icon ?? Box);
  return (
    <>
      <Icon aria-hidden className={classes.icon} size={15} />
      <span className={classes.name} dir="auto">
        {shownName(label)}
        <span className={classes.type}> {kindName(type)}</span>
      </span>
    </>
  );
};

type ActionsProps = { kind: ProblemKind; elementId: string; hasTabStop: boolean };

/** Of the row that has the Tab stop, the next stops. */
const Actions = ({ kind, elementId, hasTabStop }: ActionsProps) => {
  const { t } = useTranslation('finding');
  const name = useCanvas(() => shownName(labelOfElement(elementId)));
  const tabIndex = hasTabStop ? 0 : -1;
  return (
    // What lies around a button is the row, which is clicked by itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span className={classes.actions} onClick={(event) => event.stopPropagation()}>
      <Button
        aria-label={t('problems.showNamed', { name })}
        className={classes.show ?? ''}
        color="gray"
        onClick={() => goToElement(elementId)}
        size="xs"
        tabIndex={tabIndex}
        variant="subtle"
      >
        {t('problems.show')}
      </Button>
      {isFixed(kind) && <Fix id={elementId} kind={kind} name={name} tabIndex={tabIndex} />}
    </span>
  );
};

type FixProps = { kind: FixedKind; id: string; name: string; tabIndex: number };

const Fix = ({ kind, id, name, tabIndex }: FixProps) => {
  const { t } = useTranslation('finding');
  const title = t(`problems.fix.${kind}`);
  return (
    <Button
      aria-label={`${title} ${name}`}
      onClick={() => fixes[kind](id)}
      size="xs"
      tabIndex={tabIndex}
      variant="light"
    >
      {title}
    </Button>
  );
};
