import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { create } from 'zustand';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { createComment, createMitigation } from '../kernel/records/record-changes.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { AcceptanceForm } from './acceptance-form.tsx';
import { changeThreats } from './change-threats.ts';
import { focusTable } from './register-focus.ts';
import { saveView } from './register-state.ts';
import classes from './threat-prompt.module.css';

type Threats = { numbers: readonly number[]; title: string };

type LineQuestion =
  | { kind: 'title' | 'mitigation'; row: RegisterRow }
  | ({ kind: 'comment' } & Threats)
  | { kind: 'view' };

type Question = LineQuestion | ({ kind: 'acceptance' } & Threats) | { kind: 'help' };

const usePrompt = create<{ question: Question | null }>(() => ({ question: null }));

export const ask = (question: Question): void => usePrompt.setState({ question });

const close = (): void => usePrompt.setState({ question: null });

const answer = (question: LineQuestion, text: string): void => {
  switch (question.kind) {
    case 'title':
      return void changeThreats(
        [question.row.number],
        question.row.kind === 'threat' ? 'threats.label.edit' : 'mitigations.label.edit',
        ({ kind, id }) => [{ op: 'update', kind, id, values: { title: text } }],
      );
    case 'comment':
      return void commentOn(question.numbers, text);
    case 'mitigation':
      return void changeThreats([question.row.number], 'mitigations.label.add', ({ threat }) => [
        createMitigation(threat.id, text),
      ]);
    case 'view':
      return saveView(text);
  }
};

/**
 * Adds a comment to the threat of each row. If several rows are mitigations of one threat, the threat
 * gets one comment.
 */
const commentOn = async (numbers: readonly number[], text: string): Promise<void> => {
  const commented = new Set<string>();
  await changeThreats(numbers, 'threats.label.add-comment', ({ threat }) => {
    if (commented.has(threat.id)) return [];
    commented.add(threat.id);
    return [createComment(threat.id, text)];
  });
};

/**
 * A dialog that asks for one line (a title, a comment, a mitigation, or the name of a view), or for the
 * facts of an acceptance. It can also list the keys of the table.
 */
export const ThreatPrompt = () => {
  const { t } = useTranslation('register');
  const question = usePrompt((state) => state.question);
  return (
    <Modal
      onClose={close}
      onExitTransitionEnd={focusTable}
      opened={question !== null}
      title={question ? t(`prompt.${question.kind}`) : ''}
      transitionProps={{ duration: 0 }}
    >
      {question && <Body question={question} />}
    </Modal>
  );
};

const Body = ({ question }: { question: Question }) => {
  switch (question.kind) {
    case 'help':
      return <Keys />;
    case 'acceptance':
      return <AcceptanceForm {...question} close={close} />;
    default:
      return <Line question={question} />;
  }
};

const keys = [
  'move',
  'select',
  'status',
  'acceptance',
  'priority',
  'edit',
  'comment',
  'mitigation',
  'open',
  'copy',
  'delete',
] as const;

const Keys = () => {
  const { t } = useTranslation('register');
  return (
    <dl className={classes.keys}>
      {keys.map((key) => (
        <div className={classes.key} key={key}>
          <dt>{t(`keys.${key}.keys`)}</dt>
          <dd>{t(`keys.${key}.does`)}</dd>
        </div>
      ))}
    </dl>
  );
};

const describedIn = (question: LineQuestion): string | undefined => {
  if (question.kind === 'comment') return question.title;
  return question.kind === 'mitigation' ? question.row.threat.title : undefined;
};

const Line = ({ question }: { question: LineQuestion }) => {
  const { t } = useTranslation('register');
  const [text, setText] = useState(question.kind === 'title' ? question.row.title : '');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    close();
    answer(question, text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          aria-label={t(`prompt.${question.kind}`)}
          data-autofocus
          description={describedIn(question)}
          maxLength={question.kind === 'view' ? 60 : 500}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          value={text}
        />
        <DialogFooter>
          <Button onClick={close} variant="default">
            {t('cancel')}
          </Button>
          <Button disabled={text.trim() === ''} type="submit">
            {t('save')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};
