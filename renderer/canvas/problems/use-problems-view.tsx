import { useTranslation } from 'react-i18next';
import { showInDrawer, type DrawerView } from '../../app/drawer.tsx';
import { useCommand } from '../../app/use-command.ts';
import { focusTree } from '../../ui/virtual-tree.tsx';
import { ProblemList } from './problem-list.tsx';
import { useProblems } from './use-problems.ts';

const showProblems = (): void => {
  showInDrawer('problems');
  focusTree('[data-problems]');
};

/** The problems of the drawing, for the drawer. */
export const useProblemsView = (): DrawerView => {
  const { t } = useTranslation('finding');
  const problems = useProblems();
  useCommand('view.show-problems', { run: showProblems });
  return {
    id: 'problems',
    label: t('problems.label'),
    count: problems.length,
    content: <ProblemList problems={problems} />,
  };
};
