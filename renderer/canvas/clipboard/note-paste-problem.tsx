import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { runCommand } from '../../app/use-command.ts';
import { Notice } from '../../ui/notice.tsx';

type Problem = 'newer' | 'unreadable' | 'nothing' | 'flows' | 'known' | 'link' | 'json' | 'otm';

const id = 'paste-problem';
/** What may be of a file that can be imported. */
const ofFile: ReadonlySet<Problem> = new Set(['json', 'otm']);

/** Says why nothing was pasted, and what can be done instead. */
export const notePasteProblem = (problem: Problem): void => {
  const t = i18next.getFixedT(null, 'clipboard');
  const text = t(`problem.${problem}`);
  const startImport = (): void => {
    notifications.hide(id);
    runCommand('file.import');
  };
  notifications.hide(id);
  notifications.show({
    id,
    message: ofFile.has(problem) ? (
      <Notice action={t('problem.import')} onAction={startImport} text={text} />
    ) : (
      text
    ),
    closeButtonProps: { 'aria-label': t('close') },
  });
};
