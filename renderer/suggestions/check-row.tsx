import { Button } from '@mantine/core';
import { ChevronRight, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { recordNoThreats } from '../canvas/edits/no-threats-actions.ts';
import { ProblemEntry } from '../canvas/problems/problem-entry.tsx';
import { SeverityIcon } from '../kernel/records/severity.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import type { TreeRowProps } from '../ui/tree/virtual-tree.tsx';
import { CanvasName } from './canvas-name.tsx';
import type { CheckRow } from './check-rows.ts';
import { chooseRow } from './choose-row.ts';
import { isMet, type Control } from './controls-in.ts';
import { isOnOpenCanvas, nearestElement } from './element-on-canvas.ts';
import type { Finding } from './findings.ts';
import { useAnalysis } from './use-analysis.ts';
import classes from './checks-view.module.css';

/**
 * A row of the list of checks. The row handles no keys, because the tree handles the keys of all rows.
 */
export const CheckRowView = ({ row, shell }: TreeRowProps<CheckRow>) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <div
    {...shell}
    aria-selected={false}
    onClick={() => chooseRow(row)}
    role="treeitem"
    tabIndex={shell.tabIndex}
  >
    <RowContent hasTabStop={shell.tabIndex === 0} row={row} />
  </div>
);

const RowContent = ({ row, hasTabStop }: { row: CheckRow; hasTabStop: boolean }) => {
  const { t } = useTranslation(['suggestions', 'finding']);
  if (row.shows === 'problem') {
    return <ProblemEntry hasTabStop={hasTabStop} problem={row.problem} />;
  }
  if (row.shows === 'finding')
    return <FindingEntry finding={row.finding} hasTabStop={hasTabStop} />;
  if (row.shows === 'section') return <Section row={row} />;
  if (row.shows === 'control') return <ControlEntry control={row.control} />;
  if (row.shows === 'framework') {
    return (
      <>
        <Group count={row.count} isOpen={row.isExpanded}>
          {row.framework || t('checks.other-controls')}
        </Group>
        <span className={classes.note}>{t('checks.met', { met: row.met, count: row.count })}</span>
      </>
    );
  }
  const title =
    row.shows === 'problems'
      ? t(`finding:problems.kind.${row.kind}`)
      : t(`checks.kind.${row.check}`);
  return (
    <Group count={row.count} isOpen={row.isExpanded}>
      {title}
    </Group>
  );
};

type GroupProps = { count: number | null; isOpen: boolean | null; children: ReactNode };

const Group = ({ count, isOpen, children }: GroupProps) => (
  <>
    {isOpen !== null && (
      <ChevronRight aria-hidden className={classes.chevron} data-open={isOpen} size={14} />
    )}
    <span className={classes.kind}>{children}</span>
    {count !== null && count > 0 && <span className={classes.count}>{count}</span>}
  </>
);

const noneTexts = {
  drawing: 'checks.no-problems',
  security: 'checks.passed',
  controls: 'checks.no-controls',
} as const;

/**
 * The header of a section. It says if the section is empty. The header of the security section also
 * shows the number of open threats.
 */
const Section = ({ row }: { row: Extract<CheckRow, { shows: 'section' }> }) => {
  const { t } = useTranslation('suggestions');
  const openThreats = useAnalysis()?.openThreats ?? 0;
  const { section, count } = row;
  const isFine =
    count === 0 && section !== 'controls' && (section === 'drawing' || openThreats === 0);
  const notes = [
    ...(count === null ? [t('checks.running')] : []),
    ...(count === 0 ? [t(noneTexts[section])] : []),
    ...(section === 'security' && openThreats > 0
      ? [t('checks.open-threats', { count: openThreats })]
      : []),
  ];
  return (
    <>
      <span className={classes.section}>
        <Group count={count} isOpen={row.isExpanded}>
          {t(`checks.${section}`)}
        </Group>
      </span>
      {isFine && <CircleCheck aria-hidden className={classes.fine} size={14} />}
      <span className={classes.note}>{notes.join(' · ')}</span>
    </>
  );
};

/** A control, and the number of its finished mitigations. */
const ControlEntry = ({ control }: { control: Control }) => {
  const { t } = useTranslation('suggestions');
  const { control: id, title, total, done, drawn } = control;
  const Icon = isMet(control) ? CircleCheck : total === 0 ? CircleX : CircleDashed;
  return (
    <>
      <Icon aria-hidden className={isMet(control) ? classes.fine : undefined} size={14} />
      <span className={classes.text} dir="auto" title={title}>
        {`${id} ${title}`.trim()}
      </span>
      <span className={classes.note}>
        {total === 0 ? t('checks.not-met') : t('checks.mitigations-done', { done, count: total })}
      </span>
      <CanvasName drawn={drawn} />
    </>
  );
};

type FindingProps = { finding: Finding; hasTabStop: boolean };

const FindingEntry = ({ finding, hasTabStop }: FindingProps) => {
  const { check, drawn, message, priority } = finding;
  const { t } = useTranslation('suggestions');
  const element = nearestElement(drawn);
  return (
    <>
      <SeverityIcon priority={priority} size={15} />
      <span className={classes.text} dir="auto" title={message}>
        {message}
      </span>
      <CanvasName drawn={drawn} />
      {check === 'not-considered' && element && isOnOpenCanvas(element) && (
        // Keeps clicks on the button from also clicking the row around it.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span className={classes.actions} onClick={(event) => event.stopPropagation()}>
          <Button
            aria-label={t('checks.no-threats-named', { message })}
            onClick={() => void recordNoThreats([element.elementId])}
            size="xs"
            tabIndex={hasTabStop ? 0 : -1}
            variant="light"
          >
            {t('checks.no-threats')}
          </Button>
        </span>
      )}
    </>
  );
};
