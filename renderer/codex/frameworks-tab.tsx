import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileDown, ListChecks, Trash2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { extensionsAtMost } from '#shared/api/codex-extensions.ts';
import {
  readExtensions,
  type ExtensionsState,
  type Framework,
} from '#shared/codex/codex-extensions.ts';
import { readFramework } from '#shared/codex/framework-file.ts';
import { newId } from '#shared/records/new-id.ts';
import { changeExtensions, useExtensions } from '../kernel/codex/extensions.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { focusNeighbour } from '../ui/focus.ts';
import { Message } from '../ui/message.tsx';
import { Notice } from '../ui/notice.tsx';
import { noticeUnreadable } from './exchange-files.tsx';
import { SharingNote } from './sharing-note.tsx';
import page from './codex-page.module.css';
import list from './entry-list.module.css';

type Props = {
  /**
   * The element at the top of the page that contains the button for adding a framework, or `null` until
   * this element is mounted.
   */
  addButton: HTMLElement | null;
};

/**
 * Lists the control frameworks of the organization. The person can import a framework from a CSV file,
 * or delete a framework.
 */
export const FrameworksTab = ({ addButton }: Props) => {
  const state = useExtensions(({ state: known }) => known);
  return state && <Frameworks addButton={addButton} state={state} />;
};

const maxBytes = 2 ** 20;

const Frameworks = ({ state, addButton }: Props & { state: ExtensionsState }) => {
  const { t } = useTranslation('rules');
  const input = useRef<HTMLInputElement>(null);
  const frameworks = useMemo(() => readExtensions(state.document).frameworks, [state.document]);

  const read = async (file: File): Promise<void> => {
    try {
      if (file.size > maxBytes) throw new Error(t('framework.too-large'));
      const title = file.name.replace(/\.csv$/i, '').slice(0, 500) || '?';
      // If a framework with the same title exists, takes its ID, so that the imported file replaces it.
      const id = frameworks.find((each) => each.title === title)?.id ?? newId();
      const item = readFramework(await file.text(), id, title);
      if (!(await changeExtensions([{ put: 'frameworks', item }]))) return;
      notifications.show({ message: t('framework.added', { title }) });
    } catch (error) {
      noticeUnreadable(file.name, error);
    }
  };

  return (
    <>
      {addButton &&
        createPortal(
          <Button
            disabled={state.document.frameworks.length >= extensionsAtMost.frameworks}
            leftSection={<FileDown size={15} />}
            onClick={() => input.current?.click()}
          >
            {t('framework.import')}
          </Button>,
          addButton,
        )}
      <div className={page.tools}>
        <span className={page.count} role="status">
          {frameworks.length > 0 && t('framework.count', { count: frameworks.length })}
        </span>
        <input
          accept=".csv"
          aria-label={t('framework.import')}
          data-framework-file
          hidden
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void read(file);
            // Clears the input, so that it fires `change` even if the person chooses the same file
            // again.
            currentTarget.value = '';
          }}
          ref={input}
          type="file"
        />
      </div>
      <SharingNote state={state} />
      {frameworks.length === 0 ? (
        <Message
          icon={<ListChecks />}
          text={t('framework.empty-text')}
          title={t('framework.empty')}
        />
      ) : (
        <ul aria-label={t('framework.list')} className={list.list}>
          {frameworks.map((framework) => (
            <FrameworkRow framework={framework} key={framework.id} />
          ))}
        </ul>
      )}
    </>
  );
};

const FrameworkRow = ({ framework }: { framework: Framework }) => {
  const { t } = useTranslation('rules');
  const { id, title, controls } = framework;
  const remove = async (): Promise<void> => {
    if (!(await changeExtensions([{ remove: 'frameworks', id }]))) return;
    const notice = `framework-deleted-${id}`;
    const undo = (): void => {
      notifications.hide(notice);
      void changeExtensions([{ put: 'frameworks', item: framework }]);
    };
    notifications.show({
      id: notice,
      message: (
        <Notice action={t('undo')} onAction={undo} text={t('framework.deleted', { title })} />
      ),
    });
  };
  return (
    <li className={list.row}>
      <span className={list.plain}>
        <span className={list.title} dir="auto">
          {title}
        </span>
        <span className={list.text}>{t('framework.controls', { count: controls.length })}</span>
      </span>
      <Tooltip label={t('delete')}>
        <ActionIcon
          aria-label={t('framework.delete-named', { title })}
          onClick={(event) => {
            focusNeighbour(event);
            void remove();
          }}
          size="sm"
        >
          <Trash2 size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
};
