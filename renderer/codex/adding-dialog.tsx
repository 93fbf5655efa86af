import { Button, Checkbox, Group, Loader, Modal, Progress, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CodexComparison, CodexProgress, KindedEntry } from '#shared/codex/codex-entry.ts';
import type { CodexFile } from '#shared/codex/codex-file.ts';
import type { Untranslated } from '#shared/foreign/template/read-template.ts';
import { changeExtensions } from '../kernel/codex/extensions.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { isAbort, LoadFailed, showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FocusedView } from '../ui/note.tsx';
import { compareExtensions } from './compare-extensions.ts';
import { UntranslatedRules } from './untranslated-rules.tsx';
import { refreshCodex } from './use-codex.ts';
import classes from './adding-dialog.module.css';

/**
 * The entries, rules, and frameworks to add to the codex. For the default library, `fileName` and
 * `entries` are `null`.
 */
export type Addition = {
  fileName: string | null;
  entries: KindedEntry[] | null;
  extensions: CodexFile['extensions'];
  /**
   * The rules of an imported template that were translated only in part or not at all. They are missing
   * for any other file.
   */
  untranslated?: readonly Untranslated[];
};

export const defaultLibrary: Addition = {
  fileName: null,
  entries: null,
  extensions: { rules: [], frameworks: [], disabledRules: [] },
};

type Props = { addition: Addition | null; onClose: () => void };

/**
 * Compares entries with those of the service, and adds the entries that the service lacks. An entry of
 * the service is replaced only if the person selects it.
 */
export const AddingDialog = ({ addition, onClose }: Props) => {
  const { t } = useTranslation('codex');
  const file = addition?.fileName ?? null;
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened={addition !== null}
      size={520}
      title={file === null ? t('adding.default') : t('adding.file', { file })}
    >
      {addition && <Comparison addition={addition} onClose={onClose} />}
    </Modal>
  );
};

const Comparison = ({ addition, onClose }: { addition: Addition; onClose: () => void }) => {
  const { t } = useTranslation('codex');
  const { entries } = addition;
  const { data, error, refetch } = useQuery({
    // The key contains the file name instead of the entries, because a key is hashed in each rendering,
    // and hashing many entries would be slow.
    queryKey: [...queries.codex.compare.key(), addition.fileName],
    queryFn: async ({ signal }) => await desktop.codex.compare({ entries }, { signal }),
    gcTime: 0,
  });
  if (error) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (data) {
    return <Choice addition={addition} comparison={data} onClose={onClose} />;
  }
  return (
    <Group role="status">
      <Loader aria-hidden size={16} />
      {t('adding.comparing')}
    </Group>
  );
};

type ChoiceProps = { addition: Addition; comparison: CodexComparison; onClose: () => void };

const Choice = ({ addition, comparison, onClose }: ChoiceProps) => {
  const { entries, extensions, untranslated = [] } = addition;
  const { t } = useTranslation('codex');
  const { t: tApp } = useTranslation();
  const { same } = comparison;
  const [items] = useState(() => compareExtensions(extensions));
  const missing = comparison.missing + items.missing.length;
  const different = [...comparison.different, ...items.different];
  const [replaced, setReplaced] = useState<string[]>([]);
  const [progress, setProgress] = useState<CodexProgress | null>(null);
  const abort = useRef<AbortController | null>(null);
  const count = missing + replaced.length;

  // Closing the dialog in any way cancels the addition.
  useEffect(() => () => abort.current?.abort(), []);

  const add = async (): Promise<void> => {
    const current = new AbortController();
    abort.current = current;
    const { signal } = current;
    let done = 0;
    setProgress({ done, total: count });
    try {
      const added = await desktop.codex.add({ entries, replaced }, { signal });
      for await (const step of added) {
        done = step.done;
        setProgress({ ...step, total: count });
      }
      const chosen = items.different.filter(({ id }) => replaced.includes(id));
      const changes = [...items.missing, ...chosen.map(({ change }) => change)];
      if (changes.length > 0 && (await changeExtensions(changes))) done += changes.length;
      notifications.show({ message: t('adding.done', { count: done }) });
    } catch (error) {
      if (isAbort(error) || signal.aborted) {
        notifications.show({ message: t('adding.canceled', { count: done }) });
      } else showError(error);
    }
    onClose();
    await refreshCodex();
  };

  if (progress) {
    const { done, total } = progress;
    return (
      <FocusedView>
        <Stack gap="md">
          <Progress.Root>
            <Progress.Section
              aria-label={t('adding.progress-label')}
              value={total === 0 ? 100 : (100 * done) / total}
            />
          </Progress.Root>
          <Group justify="space-between">
            <span>{t('adding.progress', { done, total })}</span>
            <Button data-autofocus onClick={() => abort.current?.abort()} variant="default">
              {tApp('cancel')}
            </Button>
          </Group>
        </Stack>
      </FocusedView>
    );
  }
  return (
    <Stack gap="md">
      <div role="status">
        <strong>{t('adding.missing', { count: missing })}</strong>
        {same > 0 && <div>{t('adding.same', { count: same })}</div>}
        {missing === 0 && different.length === 0 && <div>{t('adding.nothing')}</div>}
      </div>
      {different.length > 0 && (
        <div>
          <p className={classes.explain}>{t('adding.different', { count: different.length })}</p>
          <Checkbox.Group onChange={setReplaced} value={replaced}>
            <Stack className={classes.different} gap="xs">
              {different.map(({ id, title }) => (
                <Checkbox key={id} label={t('adding.replace', { title })} value={id} />
              ))}
            </Stack>
          </Checkbox.Group>
        </div>
      )}
      <UntranslatedRules untranslated={untranslated} />
      <DialogFooter>
        <Button onClick={onClose} variant="default">
          {tApp('cancel')}
        </Button>
        <Button data-autofocus disabled={count === 0} onClick={() => void add()}>
          {t('adding.start', { count })}
        </Button>
      </DialogFooter>
    </Stack>
  );
};
