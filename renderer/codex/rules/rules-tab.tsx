import { ActionIcon, Button, Switch, TextInput, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search, Trash2, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { extensionsAtMost } from '#shared/api/codex-extensions.ts';
import { readExtensions, type ExtensionsState } from '#shared/codex/codex-extensions.ts';
import { language } from '#shared/locales/texts.ts';
import type { OwnRule } from '#shared/suggestions/own-rule.ts';
import { changeExtensions, useExtensions } from '../../kernel/codex/extensions.ts';
import { SeverityBadge } from '../../kernel/records/severity.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { focusNeighbour } from '../../ui/focus.ts';
import { Message } from '../../ui/message.tsx';
import { Note } from '../../ui/note.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SharingNote } from '../sharing-note.tsx';
import { newRule, RuleDialog } from './rule-dialog.tsx';
import page from '../codex-page.module.css';
import list from '../entry-list.module.css';
import classes from './rules.module.css';

type Props = {
  /**
   * The element at the top of the page that contains the button for adding a rule, or `null` until this
   * element is mounted.
   */
  addButton: HTMLElement | null;
};

/**
 * Lists the rules of the organization, and the rules of the default library. Rules of the default
 * library can only be switched on or off.
 */
export const RulesTab = ({ addButton }: Props) => {
  const state = useExtensions(({ state: known }) => known);
  return state && <Rules addButton={addButton} state={state} />;
};

const Rules = ({ state, addButton }: Props & { state: ExtensionsState }) => {
  const { t } = useTranslation('rules');
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<OwnRule | null>(null);
  const { rules, unreadable, disabledRules } = useMemo(
    () => readExtensions(state.document),
    [state.document],
  );
  const fits = useFits(query);
  const own = rules.filter(({ title, threat }) => fits([title, threat.title]));
  const isFull = state.document.rules.length >= extensionsAtMost.rules;

  return (
    <>
      {addButton &&
        createPortal(
          <Button
            disabled={isFull}
            leftSection={<Plus size={15} />}
            onClick={() => setEdited(newRule())}
          >
            {t('new')}
          </Button>,
          addButton,
        )}
      <div className={page.tools}>
        <span className={page.count} role="status">
          {rules.length > 0 && t('count', { count: own.length })}
        </span>
        <TextInput
          aria-label={t('search')}
          className={page.search}
          leftSection={<Search size={14} />}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setQuery('');
          }}
          placeholder={t('search')}
          type="search"
          value={query}
        />
      </div>
      <SharingNote state={state} />
      {unreadable.length > 0 && (
        <Note tone="info">{t('unreadable', { count: unreadable.length })}</Note>
      )}
      {rules.length === 0 && (
        <Message icon={<Workflow />} text={t('empty.text')} title={t('empty.title')} />
      )}
      <ul aria-label={t('own')} className={list.list}>
        {own.map((rule) => (
          <OwnRow key={rule.id} onOpen={() => setEdited(rule)} rule={rule} />
        ))}
      </ul>
      <DefaultRules disabled={disabledRules} fits={fits} />
      <RuleDialog onClose={() => setEdited(null)} rule={edited} />
    </>
  );
};

type Fits = (texts: readonly string[]) => boolean;

const useFits = (query: string): Fits => {
  const wanted = query.trim().toLocaleLowerCase();
  return (texts) => texts.some((text) => text.toLocaleLowerCase().includes(wanted));
};

const OwnRow = ({ rule, onOpen }: { rule: OwnRule; onOpen: () => void }) => {
  const { t } = useTranslation('rules');
  const { id, title, isEnabled, threat } = rule;
  const remove = async (): Promise<void> => {
    if (!(await changeExtensions([{ remove: 'rules', id }]))) return;
    const notice = `rule-deleted-${id}`;
    const undo = (): void => {
      notifications.hide(notice);
      void changeExtensions([{ put: 'rules', item: rule }]);
    };
    notifications.show({
      id: notice,
      message: <Notice action={t('undo')} onAction={undo} text={t('deleted', { title })} />,
    });
  };
  return (
    <li className={list.row}>
      <Switch
        aria-label={t('enable', { title })}
        checked={isEnabled}
        onChange={({ currentTarget: { checked } }) =>
          void changeExtensions([{ put: 'rules', item: { ...rule, isEnabled: checked } }])
        }
        size="xs"
      />
      <button className={list.entry} onClick={onOpen} type="button">
        <span className={list.title} dir="auto">
          {title}
        </span>
        <span className={list.text} dir="auto">
          {threat.title}
        </span>
      </button>
      <SeverityBadge priority={threat.priority} />
      <Tooltip label={t('delete')}>
        <ActionIcon
          aria-label={t('delete-named', { title })}
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

/** Loads the rules of the default library when they are first shown, because they are large. */
const readDefaults = async () => {
  const { ruleSetIn } = await import('#shared/suggestions/default-rules.ts');
  const { rules, threats } = await ruleSetIn(language());
  return rules.flatMap(({ id, threat, priority }) => {
    const found = threats.get(threat);
    if (!found) return [];
    const { title, categories } = found;
    return [{ id, title, categories, priority: priority ?? found.priority }];
  });
};

const DefaultRules = ({ disabled, fits }: { disabled: readonly string[]; fits: Fits }) => {
  const { t } = useTranslation('rules');
  const { data = [] } = useQuery({
    queryKey: ['library', 'rules', language()],
    queryFn: readDefaults,
    staleTime: Infinity,
  });
  const matching = data.filter(({ title, categories }) => fits([title, ...categories]));
  return (
    <>
      <h2 className={classes.subhead}>{t('default', { count: matching.length })}</h2>
      <ul aria-label={t('default', { count: matching.length })} className={list.list}>
        {matching.map(({ id, title, categories, priority }) => (
          <li className={list.row} key={id}>
            <Switch
              aria-label={t('enable-default', { title, id })}
              checked={!disabled.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                void changeExtensions([{ rule: id, isDisabled: !checked }])
              }
              size="xs"
            />
            <span className={list.plain}>
              <span className={list.title}>{title}</span>
              <span className={list.text}>{[id, ...categories].join(' · ')}</span>
            </span>
            <SeverityBadge priority={priority} />
          </li>
        ))}
      </ul>
    </>
  );
};
