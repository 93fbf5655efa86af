import { Button, Modal, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ImportChoices, ImportComparison } from '#shared/desktop/import-merge.ts';
import { choicesIn, choicesThatHold } from '#shared/merge/resolve-import.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed, showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { offerUndo } from '../kernel/workspace/apply-workspace-change.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter, FooterProgress } from '../ui/dialog-footer.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { finishImport, type MergingImport } from './import-queue.ts';
import classes from './merge-dialog.module.css';

type MergeChoices = ImportChoices['choices'];

type ReviewProps = {
  comparison: ImportComparison;
  choices: MergeChoices;
  onChoose: (made: MergeChoices) => void;
};

/**
 * Shows what a merge changes, and lets the person resolve its conflicts. The shell provides this
 * component.
 */
export type ImportReviewer = (props: ReviewProps) => ReactNode;

type Props = { merging: MergingImport | null; review: ImportReviewer };

/** A dialog that merges a file into a model. Closing the dialog changes nothing. */
export const MergeDialog = ({ merging, review }: Props) => {
  const { t } = useTranslation('exports');
  return (
    <Modal
      classNames={{ content: classes.content, body: classes.body }}
      closeOnClickOutside={false}
      onClose={() => {
        if (merging) finishImport(merging);
      }}
      opened={merging !== null}
      size="96vw"
      title={merging && t('merge.title', { file: merging.fileName, model: merging.model.title })}
    >
      {merging && <Merge key={merging.handle} merging={merging} review={review} />}
    </Modal>
  );
};

const Merge = ({ merging, review: Review }: { merging: MergingImport; review: ImportReviewer }) => {
  const { t } = useTranslation('exports');
  const { handle, model } = merging;
  const { data, error, refetch } = useQuery(
    queries.imports.compare.queryOptions({
      input: { handle, modelId: model.id },
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
    }),
  );
  const [choices, setChoices] = useState<MergeChoices>({});
  const compareAgain = async (): Promise<void> => {
    const { data: next } = await refetch();
    if (data && next) setChoices((made) => choicesThatHold(made, data, next));
  };
  const merge = useMerge({ merging, sides: data?.sides ?? '', choices, compareAgain });
  if (!data) {
    return (
      <>
        <div className={classes.review}>
          {error ? (
            <LoadFailed error={error} retry={() => void refetch()} />
          ) : (
            <Loading label={t('merge.reading')}>
              <Skeleton height={320} />
            </Loading>
          )}
        </div>
        <DialogFooter>
          <Cancel merging={merging} />
        </DialogFooter>
      </>
    );
  }
  const keys = choicesIn(data);
  const open = keys.filter((key) => choices[key] === undefined).length;
  const { canvases, before, after, others } = data;
  const isSame = keys.length + canvases.length + before.length + after.length + others === 0;
  const chooseAll = (side: 'mine' | 'theirs'): void =>
    setChoices(Object.fromEntries(keys.map((key) => [key, side])));
  return (
    <>
      <div className={classes.review}>
        {isSame ? (
          <Message
            icon={<CircleCheck />}
            role="status"
            text={t('merge.same-text')}
            title={t('merge.same')}
          />
        ) : (
          <Review
            choices={choices}
            comparison={data}
            onChoose={(made) => setChoices((known) => ({ ...known, ...made }))}
          />
        )}
      </div>
      <DialogFooter>
        {keys.length > 1 && (
          <>
            <Button onClick={() => chooseAll('mine')} variant="default">
              {t('merge.all-mine')}
            </Button>
            <Button onClick={() => chooseAll('theirs')} variant="default">
              {t('merge.all-theirs')}
            </Button>
          </>
        )}
        <FooterProgress>
          {merge.isRunning ? t('merge.running') : open > 0 && t('merge.undecided', { count: open })}
        </FooterProgress>
        <Cancel merging={merging} />
        <Button disabled={open > 0 || merge.isRunning} onClick={() => void merge.run()}>
          {t('merge.run')}
        </Button>
      </DialogFooter>
    </>
  );
};

const Cancel = ({ merging }: { merging: MergingImport }) => {
  const { t } = useTranslation();
  return (
    <Button onClick={() => finishImport(merging)} variant="default">
      {t('cancel')}
    </Button>
  );
};

type UseMerge = Pick<ImportChoices, 'choices' | 'sides'> & {
  merging: MergingImport;
  compareAgain: () => Promise<void>;
};

/**
 * Returns a function that merges the file into the model. Closing the dialog cancels a merge that is not
 * stored yet.
 */
const useMerge = ({ merging, sides, choices, compareAgain }: UseMerge) => {
  const { t } = useTranslation('exports');
  const [isRunning, setIsRunning] = useState(false);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const { handle, fileName, model } = merging;

  const run = async (): Promise<void> => {
    const { signal } = (abort.current = new AbortController());
    setIsRunning(true);
    try {
      const input = { handle, modelId: model.id, sides, choices };
      const { result } = await inTurn(() => desktop.imports.merge(input, { signal }));
      if (result === 'outdated') {
        notifications.show({ message: t('merge.outdated') });
        await compareAgain();
        return;
      }
      finishImport(merging);
      if (result === 'same') notifications.show({ message: t('merge.same') });
      else {
        const text = t('merge.done', { file: fileName, model: model.title });
        offerUndo({ scope: model.id, label: 'exports.merge.label' }, text);
      }
    } catch (error) {
      if (!signal.aborted) showError(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { run, isRunning };
};
