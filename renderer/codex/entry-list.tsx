import { ActionIcon, Button, Checkbox, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { CodexKind, CodexSummary } from '#shared/codex/codex-entry.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { SeverityBadge } from '../kernel/records/severity.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { refreshCodex } from './use-codex.ts';
import classes from './entry-list.module.css';

const pageSize = 200;

/**
 * Returns the aliases and the first paragraph of the description. Styles cut the text off at the end of
 * the line.
 */
const shortText = ({ aliases, description }: CodexSummary): string =>
  [aliases.join(', '), description.trim().split(/\n\s*\n/, 1)[0]].filter(Boolean).join(' — ');

type Props = { kind: CodexKind; entries: readonly CodexSummary[]; onOpen: (id: string) => void };

/** Lists entries. The person can open an entry, or select entries and delete them. */
export const EntryList = ({ kind, entries, onOpen }: Props) => {
  const { t } = useTranslation('codex');
  const [limit, setLimit] = useState(pageSize);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  // An entry that is hidden by the search does not count as selected, so it is not deleted.
  const selected = entries.filter(({ id }) => chosen.has(id));

  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };

  return (
    <>
      <ul className={classes.list}>
        {entries.slice(0, limit).map((entry) => (
          <li className={classes.row} key={entry.id}>
            <Checkbox
              aria-label={t('select', { title: entry.title })}
              checked={chosen.has(entry.id)}
              onChange={() => toggle(entry.id)}
            />
            <button className={classes.entry} onClick={() => onOpen(entry.id)} type="button">
              <span className={classes.title} dir="auto">
                {entry.title}
              </span>
              <span className={classes.text} dir="auto">
                {shortText(entry)}
              </span>
            </button>
            {entry.priority !== null && <SeverityBadge priority={entry.priority} />}
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <Button mt="md" onClick={() => setLimit(limit + pageSize)} variant="default">
          {t('more', { count: Math.min(pageSize, entries.length - limit) })}
        </Button>
      )}
      {selected.length > 0 && (
        <section aria-label={t('selection')} className={classes.bar}>
          <span role="status">{t('selected', { count: selected.length })}</span>
          <Button
            leftSection={<Trash2 size={15} />}
            onClick={() => setAsking(true)}
            size="xs"
            variant="default"
          >
            {t('delete')}
          </Button>
          <ActionIcon aria-label={t('clear-selection')} onClick={() => setChosen(new Set())}>
            <X />
          </ActionIcon>
        </section>
      )}
      <DeleteDialog
        ids={selected.map(({ id }) => id)}
        kind={kind}
        onClose={() => setAsking(false)}
        opened={isAsking}
      />
    </>
  );
};

type DeleteProps = { kind: CodexKind; ids: string[]; opened: boolean; onClose: () => void };

const DeleteDialog = ({ kind, ids, opened, onClose }: DeleteProps) => {
  const { t } = useTranslation('codex');
  const { t: tApp } = useTranslation();
  const [isDeleting, setDeleting] = useState(false);
  const count = ids.length;

  const remove = async (): Promise<void> => {
    setDeleting(true);
    try {
      await desktop.codex.remove({ kind, ids });
      notifications.show({ message: t('deleted', { count }) });
    } catch (error) {
      showError(error);
    }
    // Reads the codex again even after an error, because some entries may have been deleted before
    // the error.
    await refreshCodex();
    setDeleting(false);
    onClose();
  };

  return (
    <Modal onClose={onClose} opened={opened && count > 0} title={t('delete-title', { count })}>
      <Stack gap="md">
        <Text>{t('delete-text')}</Text>
        <DialogFooter>
          <Button data-autofocus onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button color="red" loading={isDeleting} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
};
