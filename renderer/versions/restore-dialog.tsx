import { Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { create } from 'zustand';
import type { RecordDifference } from '#shared/merge/compare-records.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';

type Choice = 'everything' | 'canvas';

type Question = {
  name: string;
  differences: readonly RecordDifference[];
  /** The number of components that come back without threats. */
  without: number;
};

type Asked = Question & { answer: (choice: Choice | null) => void };

const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Tells if the question is open, so that a dialog behind the question ignores Escape. */
export const useIsAsking = (): boolean => useQuestion(({ asked }) => asked !== null);

/** Asks if the person wants to restore threats too. Returns `null` if the person cancels. */
export const askRestore = async (question: Question): Promise<Choice | null> => {
  answer(null);
  return await new Promise((resolve) => {
    useQuestion.setState({ asked: { ...question, answer: resolve } });
  });
};

const answer = (choice: Choice | null): void => {
  const { asked } = useQuestion.getState();
  useQuestion.setState({ asked: null });
  asked?.answer(choice);
};

/** Shows the question of `askRestore`. */
export const RestoreDialog = () => {
  const { t } = useTranslation('versions');
  const asked = useQuestion((state) => state.asked);
  return (
    // This dialog has no header, because the dialog behind it, which compares versions, may already have
    // one.
    <Modal.Root
      onClose={() => answer(null)}
      opened={asked !== null}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title mb="sm">{t('restore.title', { version: asked?.name ?? '' })}</Modal.Title>
          {asked && <Choices question={asked} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

const Choices = ({ question: { differences, without } }: { question: Question }) => {
  const { t } = useTranslation('versions');
  const [choice, setChoice] = useState<Choice>('everything');
  const effects = (['changed', 'removed', 'added'] as const)
    .map((key) => ({ key, count: differences.filter(({ change }) => change === key).length }))
    .filter(({ count }) => count > 0);
  return (
    <Stack gap="md">
      {without > 0 && <Text size="sm">{t('restore.without', { count: without })}</Text>}
      {differences.length > 0 && (
        <Radio.Group
          label={t('restore.label')}
          onChange={(value) => setChoice(value === 'canvas' ? 'canvas' : 'everything')}
          value={choice}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              data-autofocus
              description={effects
                .map(({ key, count }) => t(`restore.effect.${key}`, { count }))
                .join(' ')}
              label={t('restore.everything')}
              value="everything"
            />
            <Radio
              description={t('restore.canvas-only-text')}
              label={t('restore.canvas-only')}
              value="canvas"
            />
          </Stack>
        </Radio.Group>
      )}
      <DialogFooter>
        <Button onClick={() => answer(null)} variant="default">
          {t('restore.cancel')}
        </Button>
        <Button onClick={() => answer(choice)}>{t('compare.restore')}</Button>
      </DialogFooter>
    </Stack>
  );
};
