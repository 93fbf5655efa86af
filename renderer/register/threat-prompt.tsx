import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { createComment, createMitigation, updateThreat } from '../kernel/records/record-changes.ts';
import { changeThreats } from './change-threats.tsx';
import { saveView } from './register-state.ts';
import classes from './threat-prompt.module.css';

type Question =
  | { kind: 'title' | 'comment' | 'mitigation'; row: RegisterRow }
  | { kind: 'view' }
  | { kind: 'help' };

const usePrompt = create<{ question: Question | null }>(() => ({ question: null }));

export const ask = (question: Question): void => usePrompt.setState({ question });

const close = (): void => usePrompt.setState({ question: null });

const answer = (question: Question, text: string): void => {
  switch (question.kind) {
    case 'title':
      return void changeThreats([question.row.number], 'threats.label.edit', ({ id }) => [
        updateThreat(id, { title: text }),
      ]);
    case 'comment':
      return void changeThreats([question.row.number], 'threats.label.add-comment', ({ id }) => [
        createComment(id, text),
      ]);
    case 'mitigation':
      return void changeThreats([question.row.number], 'mitigations.label.add', ({ id }) => [
        createMitigation(id, text),
      ]);
    case 'view':
      return saveView(text);
    case 'help':
  }
};

/** Asks for one line: a title, a comment, a mitigation, or the name of a view. Also shows the keys. */
export const ThreatPrompt = () => {
  const { t } = useTranslation('register');
  const question = usePrompt((state) => state.question);
  return (
    <Modal
      onClose={close}
      opened={question !== null}
      title={question ? t(`prompt.${question.kind}`) : ''}
      transitionProps={{ duration: 0 }}
    >
      {question?.kind === 'help' && <Keys />}
      {question && question.kind !== 'help' && <Line question={question} />}
    </Modal>
  );
};

const keys = [
  'move',
  'select',
  'status',
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

const Line = ({ question }: { question: Question }) => {
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
      <TextInput
        aria-label={t(`prompt.${question.kind}`)}
        data-autofocus
        description={
          'row' in question && question.kind !== 'title' ? question.row.title : undefined
        }
        maxLength={question.kind === 'view' ? 60 : 500}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        value={text}
      />
      <Group justify="flex-end" mt="md">
        <Button onClick={close} variant="default">
          {t('cancel')}
        </Button>
        <Button disabled={text.trim() === ''} type="submit">
          {t('save')}
        </Button>
      </Group>
    </form>
  );
};
