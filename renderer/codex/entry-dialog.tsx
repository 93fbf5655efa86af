import { Button, Modal, NativeSelect, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { priorities } from '#shared/api/enumerations.ts';
import {
  codexEntry,
  codexFields,
  type CodexEntry,
  type CodexKind,
} from '#shared/codex/codex-entry.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { errorText, LoadFailed } from '../kernel/desktop/errors.tsx';
import { isPriority } from '../kernel/records/severity.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Loading } from '../ui/message.tsx';
import { Note } from '../ui/note.tsx';
import { refreshCodex } from './use-codex.ts';
import { UsedBy } from './used-by.tsx';

/** The entry to edit. A new entry has no ID. */
export type EditedEntry = { kind: CodexKind; id: string | null };

type Props = { edited: EditedEntry | null; onClose: () => void };

/** Creates or edits one entry. */
export const EntryDialog = ({ edited, onClose }: Props) => {
  const { t } = useTranslation('codex');
  const title = edited && t(`${edited.id === null ? 'new' : 'edit'}.${edited.kind}`);
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened={edited !== null}
      size={600}
      title={title}
    >
      {edited?.id === null && (
        <EntryForm id={null} kind={edited.kind} onClose={onClose} read={null} />
      )}
      {edited && edited.id !== null && (
        <StoredEntry id={edited.id} kind={edited.kind} onClose={onClose} />
      )}
    </Modal>
  );
};

type StoredProps = { kind: CodexKind; id: string; onClose: () => void };

const StoredEntry = ({ kind, id, onClose }: StoredProps) => {
  const { data, error, refetch } = useQuery(
    queries.codex.read.queryOptions({ input: { kind, id }, staleTime: 0, gcTime: 0 }),
  );
  if (error) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (data) {
    return (
      <EntryForm id={id} kind={kind} onClose={onClose} read={data}>
        <UsedBy kind={kind} onLeave={onClose} title={data.title} />
      </EntryForm>
    );
  }
  return (
    <Loading>
      <Skeleton height={28} />
      <Skeleton height={80} mt={12} />
    </Loading>
  );
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * An entry as the person types it. Aliases and resources are each one text, with an alias or a resource
 * on each line.
 */
type Draft = Omit<CodexEntry, 'aliases' | 'resources'> & { aliases: string; resources: string };

const draftOf = (entry: CodexEntry): Draft => ({
  ...entry,
  aliases: entry.aliases.join('\n'),
  resources: entry.resources.map(({ url, title }) => `${url} ${title}`.trim()).join('\n'),
});

const entryOf = ({ aliases, resources, ...draft }: Draft) =>
  codexEntry.safeParse({
    ...draft,
    aliases: linesOf(aliases),
    resources: linesOf(resources).map((line) => {
      const [url = '', ...title] = line.split(' ');
      return { url, title: title.join(' ') };
    }),
  });

type FormProps = {
  kind: CodexKind;
  id: string | null;
  read: CodexEntry | null;
  onClose: () => void;
  /** The content below the fields. */
  children?: ReactNode;
};

const EntryForm = ({ kind, id, read, onClose, children }: FormProps) => {
  const { t } = useTranslation('codex');
  const { t: tApp } = useTranslation();
  const [draft, setDraft] = useState<Draft>(() =>
    draftOf(read ?? codexEntry.parse({ title: '-' })),
  );
  const [title, setTitle] = useState(read?.title ?? '');
  const [isSaving, setSaving] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const parsed = entryOf({ ...draft, title });

  const save = async (): Promise<void> => {
    if (!parsed.success || isSaving) return;
    setSaving(true);
    try {
      await desktop.codex.save({ kind, id, entry: parsed.data });
      await refreshCodex();
      onClose();
    } catch (error) {
      setFailed(error);
      setSaving(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('field.title')}
          maxLength={500}
          onChange={(event) => setTitle(event.currentTarget.value)}
          value={title}
        />
        <Textarea
          autosize
          label={t('field.description')}
          maxRows={12}
          minRows={3}
          onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          value={draft.description}
        />
        {codexFields[kind].map((field) =>
          field === 'priority' ? (
            <NativeSelect
              data={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
              key={field}
              label={t('field.priority')}
              onChange={({ currentTarget: { value } }) => {
                if (isPriority(value)) setDraft({ ...draft, priority: value });
              }}
              value={draft.priority}
            />
          ) : (
            <Textarea
              autosize
              description={
                field === 'aliases' || field === 'resources' ? t(`hint.${field}`) : undefined
              }
              key={field}
              label={t(`field.${field}`)}
              maxRows={8}
              minRows={2}
              onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
              value={draft[field]}
            />
          ),
        )}
        {children}
        {failed !== null && <SaveFailed error={failed} />}
        <DialogFooter>
          <Button onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button disabled={!parsed.success} loading={isSaving} type="submit">
            {t('save')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};

const SaveFailed = ({ error }: { error: unknown }) => {
  const { title, text, detail } = errorText(error);
  return (
    <Note title={title} tone="bad">
      <p>{text}</p>
      {detail && <p className="selectable">{detail}</p>}
    </Note>
  );
};
