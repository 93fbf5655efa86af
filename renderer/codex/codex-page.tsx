import { ActionIcon, Button, Menu, Skeleton, Tabs, TextInput } from '@mantine/core';
import { BookOpen, Ellipsis, FileDown, FileUp, Library, Plus, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { codexFormats, codexKinds, type CodexKind } from '#shared/codex/codex-entry.ts';
import { clearTemplate, useWantedTemplate } from '../kernel/codex/wanted-template.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { AddingDialog, defaultLibrary, type Addition } from './adding-dialog.tsx';
import { EntryDialog, type EditedEntry } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import { exportCodex, readImport } from './exchange-files.tsx';
import { FrameworksTab } from './frameworks-tab.tsx';
import { matching } from './matching.ts';
import { RulesTab } from './rules/rules-tab.tsx';
import { useCodexList } from './use-codex.ts';
import classes from './codex-page.module.css';

const tabs = [...codexKinds, 'rules', 'frameworks'] as const;
type Tab = (typeof tabs)[number];

const isTab = (value: string | null): value is Tab => tabs.some((tab) => tab === value);

/** The codex of the service: attributes, threats, and mitigations that all models can use. */
export const CodexPage = () => {
  const { t } = useTranslation('codex');
  const [tab, setTab] = useState<Tab>('attributes');
  const [edited, setEdited] = useState<EditedEntry | null>(null);
  const [chosen, setChosen] = useState<Addition | null>(null);
  const { wanted } = useWantedTemplate();
  const [addButton, setAddButton] = useState<HTMLElement | null>(null);

  return (
    <div className={classes.scroll}>
      <div className={classes.page}>
        <div className={classes.head}>
          <div className={classes.about}>
            <h1 className={classes.title}>{t('title')}</h1>
            <p className={classes.explain}>{t('explain')}</p>
          </div>
          <Exchange onAdd={setChosen} />
          {tab !== 'rules' && tab !== 'frameworks' && (
            <Button
              leftSection={<Plus size={15} />}
              onClick={() => setEdited({ kind: tab, id: null })}
            >
              {t(`new.${tab}`)}
            </Button>
          )}
          <div className={classes.addButton} ref={setAddButton} />
        </div>
        <Tabs
          keepMounted={false}
          onChange={(value) => {
            if (isTab(value)) setTab(value);
          }}
          value={tab}
        >
          <Tabs.List aria-label={t('kind.label')}>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {t(`kind.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {codexKinds.map((each) => (
            <Tabs.Panel key={each} value={each}>
              <Entries
                kind={each}
                onAddDefault={() => setChosen(defaultLibrary)}
                onOpen={(id) => setEdited({ kind: each, id })}
              />
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="rules">
            <RulesTab addButton={addButton} />
          </Tabs.Panel>
          <Tabs.Panel value="frameworks">
            <FrameworksTab addButton={addButton} />
          </Tabs.Panel>
        </Tabs>
      </div>
      <EntryDialog edited={edited} onClose={() => setEdited(null)} />
      <AddingDialog
        addition={wanted ?? chosen}
        onClose={() => {
          clearTemplate();
          setChosen(null);
        }}
      />
    </div>
  );
};

/** The menu that adds the default library, imports a file, and exports the codex. */
const Exchange = ({ onAdd }: { onAdd: (addition: Addition) => void }) => {
  const { t } = useTranslation('codex');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('more-actions')} size="md">
            <Ellipsis />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Library />} onClick={() => onAdd(defaultLibrary)}>
            {t('add-default')}
          </Menu.Item>
          <Menu.Item leftSection={<FileDown />} onClick={() => input.current?.click()}>
            {t('import')}
          </Menu.Item>
          {codexFormats.map((format) => (
            <Menu.Item
              key={format}
              leftSection={<FileUp />}
              onClick={() => void exportCodex(format)}
            >
              {t(`export-${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <input
        accept=".json,.csv,.tb7,.tm7"
        aria-label={t('import')}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void readImport(file).then((read) => read && onAdd(read));
          // Clears the input, so that it fires `change` even if the person chooses the same file again.
          currentTarget.value = '';
        }}
        ref={input}
        type="file"
      />
    </>
  );
};

type EntriesProps = { kind: CodexKind; onAddDefault: () => void; onOpen: (id: string) => void };

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

const Entries = ({ kind, onAddDefault, onOpen }: EntriesProps) => {
  const { t } = useTranslation('codex');
  const [query, setQuery] = useState('');
  const { data, error, refetch } = useCodexList(kind);

  if (error) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading>
        {skeletonRows.map((row) => (
          <Skeleton height={20} key={row} mt={12} />
        ))}
      </Loading>
    );
  }
  if (data.length === 0) {
    return (
      <Message
        action={
          <Button leftSection={<Library size={15} />} onClick={onAddDefault}>
            {t('add-default')}
          </Button>
        }
        icon={<BookOpen />}
        text={t('empty.text')}
        title={t('empty.title')}
      />
    );
  }
  const found = matching(data, query);
  return (
    <>
      <div className={classes.tools}>
        <span className={classes.count} role="status">
          {t('count', { count: found.length })}
        </span>
        <TextInput
          aria-label={t('search')}
          className={classes.search}
          leftSection={<Search size={14} />}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('');
          }}
          placeholder={t('search')}
          type="search"
          value={query}
        />
      </div>
      {found.length > 0 ? (
        <EntryList entries={found} kind={kind} onOpen={onOpen} />
      ) : (
        <Message
          action={
            <Button onClick={() => setQuery('')} variant="default">
              {t('clear-search')}
            </Button>
          }
          icon={<Search />}
          title={t('nothing-found', { query })}
        />
      )}
    </>
  );
};
