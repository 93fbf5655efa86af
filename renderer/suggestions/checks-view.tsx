import { useMemo, useState, type KeyboardEvent } from 'react';
import { labelOfElement } from '../canvas/problems/fixes.ts';
import { useProblems } from '../canvas/problems/use-problems.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { showInDrawer, type DrawerView } from '../kernel/panels/drawer.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { focusTree, VirtualTree } from '../ui/tree/virtual-tree.tsx';
import { CheckRowView } from './check-row.tsx';
import { checkRows, type Checked, type CheckRow } from './check-rows.ts';
import { chooseRow, openGroup, useClosed } from './choose-row.ts';
import { useAnalysis } from './use-analysis.ts';
import classes from './checks-view.module.css';

const showChecks = (): void => {
  showInDrawer('checks');
  focusTree('[data-checks]');
};

/** Lists problems of the drawing and failed security checks, as a tab of the bottom panel. */
export const useChecksView = (): DrawerView => {
  const { t } = useTranslation('suggestions');
  const problems = useProblems();
  const { findings = null, controls = null } = useAnalysis() ?? {};
  useCommand('view.show-checks', { run: showChecks });
  return {
    id: 'checks',
    label: t('checks.label'),
    count: problems.length + (findings?.length ?? 0),
    content: <CheckList controls={controls} findings={findings} problems={problems} />,
  };
};

const CheckList = ({ problems, findings, controls }: Checked) => {
  const { t } = useTranslation(['suggestions', 'finding']);
  const closed = useClosed((state) => state.closed);
  const [active, setActive] = useState<string | null>(null);
  const rows = useMemo(
    () => checkRows({ problems, findings, controls }, closed),
    [problems, findings, controls, closed],
  );
  const textOf = (row: CheckRow): string => {
    if (row.shows === 'section') return t(`checks.${row.section}`);
    if (row.shows === 'problems') return t(`finding:problems.kind.${row.kind}`);
    if (row.shows === 'findings') return t(`checks.kind.${row.check}`);
    if (row.shows === 'framework') return row.framework || t('checks.other-controls');
    if (row.shows === 'control') return `${row.control.control} ${row.control.title}`.trim();
    return row.shows === 'problem' ? labelOfElement(row.problem.elementId) : row.finding.message;
  };
  return (
    <div className={classes.list} data-checks>
      <VirtualTree
        Row={CheckRowView}
        activate={({ id }) => setActive(id)}
        active={active}
        expand={openGroup}
        label={t('checks.tree')}
        onRowKey={onRowKey}
        rows={rows}
        textOf={textOf}
      />
    </div>
  );
};

const onRowKey = (row: CheckRow, { key }: KeyboardEvent): boolean => {
  if (key !== 'Enter' && key !== ' ') return false;
  chooseRow(row);
  return true;
};
