import { Button, Modal, Stack, UnstyledButton } from '@mantine/core';
import { create } from 'zustand';
import { language } from '#shared/locales/texts.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { focusEdge } from '../viewport/focus-element.ts';
import classes from './paste-dialog.module.css';

type PasteQuestion =
  | { about: 'components'; titles: readonly string[] }
  | { about: 'lines'; count: number };

type PasteAnswer = 'same' | 'new' | 'paste';

type Asked = { question: PasteQuestion; answer: (answer: PasteAnswer | null) => void };

export const usePasteQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }));

/**
 * Asks a question about a paste in a dialog. Resolves to `null` if the person cancels, or if another
 * question replaces this one.
 */
export const askPaste = (question: PasteQuestion): Promise<PasteAnswer | null> =>
  new Promise((resolve) => {
    usePasteQuestion.getState().asked?.answer(null);
    const answer = (given: PasteAnswer | null): void => {
      usePasteQuestion.setState({ asked: null });
      resolve(given);
    };
    usePasteQuestion.setState({ asked: { question, answer } });
  });

export const PasteDialog = () => {
  const { t } = useTranslation('clipboard');
  const asked = usePasteQuestion((state) => state.asked);
  const question = asked?.question;
  const title =
    question?.about === 'components'
      ? t('same.title', { count: question.titles.length, title: question.titles[0] ?? '' })
      : t('lines.title', { count: question?.count ?? 0 });

  const answer = (given: PasteAnswer | null): void => {
    asked?.answer(given);
    focusEdge('start');
  };

  return (
    <Modal
      onClose={() => answer(null)}
      opened={asked !== null}
      returnFocus={false}
      size={440}
      title={title}
    >
      {question?.about === 'components' && <SameOrNew answer={answer} question={question} />}
      {question?.about === 'lines' && <ManyLines answer={answer} />}
    </Modal>
  );
};

type Answer = (given: PasteAnswer | null) => void;
type About<Word extends PasteQuestion['about']> = Extract<PasteQuestion, { about: Word }>;

const maxTitles = 5;

const SameOrNew = ({ answer, question }: { answer: Answer; question: About<'components'> }) => {
  const { t } = useTranslation('clipboard');
  const { titles } = question;
  const visible = titles.slice(0, maxTitles);
  const rest = titles.length - visible.length;
  const list = new Intl.ListFormat(language()).format([
    ...visible,
    ...(rest > 0 ? [t('same.more', { count: rest })] : []),
  ]);
  return (
    <Stack gap="md">
      <p className={classes.text}>{t('same.text', { count: titles.length, list })}</p>
      <UnstyledButton className={classes.choice} data-autofocus onClick={() => answer('same')}>
        <span className={classes.name}>{t('same.same', { count: titles.length })}</span>
        <span className={classes.text}>{t('same.same-text')}</span>
      </UnstyledButton>
      <UnstyledButton className={classes.choice} onClick={() => answer('new')}>
        <span className={classes.name}>{t('same.new', { count: titles.length })}</span>
        <span className={classes.text}>{t('same.new-text')}</span>
      </UnstyledButton>
      <Cancel answer={answer} />
    </Stack>
  );
};

const ManyLines = ({ answer }: { answer: Answer }) => {
  const { t } = useTranslation('clipboard');
  return (
    <Stack gap="md">
      <p className={classes.text}>{t('lines.text')}</p>
      <Cancel answer={answer}>
        <Button data-autofocus onClick={() => answer('paste')}>
          {t('lines.paste')}
        </Button>
      </Cancel>
    </Stack>
  );
};

const Cancel = ({ answer, children }: { answer: Answer; children?: React.ReactNode }) => {
  const { t } = useTranslation();
  return (
    <DialogFooter>
      <Button onClick={() => answer(null)} variant="default">
        {t('cancel')}
      </Button>
      {children}
    </DialogFooter>
  );
};
