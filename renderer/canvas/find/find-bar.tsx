import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { CommandButton } from '../../kernel/commands/command-controls.tsx';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useCanvas } from '../state/canvas-store.ts';
import { spokenElement } from '../words/spoken.ts';
import { closeFind, find, forgetFind, openFind, stepThroughHits, useFind } from './find.ts';
import classes from './find-bar.module.css';

/** With more elements than this, the search runs when typing pauses instead of on each key. */
const maxAtOnce = 2000;
const pause = 120;

/** Registers the commands of the search, and shows the search bar while it is open. */
export const FindBar = () => {
  const isOpen = useFind((state) => state.isOpen);
  const hasHits = useFind(({ hits }) => hits.length > 0);
  useCommand('view.find', { run: openFind });
  useCommand('view.find-next', { run: () => stepThroughHits(1), enabled: hasHits });
  useCommand('view.find-previous', { run: () => stepThroughHits(-1), enabled: hasHits });
  useEffect(() => forgetFind, []);
  return isOpen ? <Bar /> : null;
};

const Bar = () => {
  const { t } = useTranslation('finding');
  const field = useRef<HTMLInputElement>(null);
  const asked = useFind((state) => state.asked);
  const [query, setQuery] = useState('');
  useSearch(query);

  useEffect(() => {
    // When another canvas is opened, the search is closed before this effect runs.
    if (asked === 0 || !useFind.getState().isOpen) return;
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') closeFind();
    else if (event.key === 'Enter') {
      if (useFind.getState().query === query) stepThroughHits(event.shiftKey ? -1 : 1);
      else find(query);
    } else return;
    event.preventDefault();
  };

  return (
    <search aria-label={t('find.label')} className={classes.bar}>
      <TextInput
        aria-label={t('find.field')}
        className={classes.field ?? ''}
        leftSection={<Search size={14} />}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t('find.placeholder')}
        ref={field}
        value={query}
      />
      <Count />
      <CommandButton command="view.find-previous" icon={<ChevronUp size={16} />} />
      <CommandButton command="view.find-next" icon={<ChevronDown size={16} />} />
      <ActionIcon aria-label={t('find.close')} onClick={closeFind}>
        <X size={16} />
      </ActionIcon>
    </search>
  );
};

/** Searches for the query, and again when the document changes. */
const useSearch = (query: string): void => {
  const drawing = useCanvas((state) => state.document);
  useEffect(() => {
    if (query === useFind.getState().query && query === '') return undefined;
    if (drawing.nodes.length + drawing.edges.length <= maxAtOnce) return find(query);
    const timer = setTimeout(() => find(query), pause);
    return () => clearTimeout(timer);
  }, [query, drawing]);
};

/** Shows “3 of 12”. Screen readers also read the name of the current result. */
const Count = () => {
  const { t } = useTranslation('finding');
  const query = useFind((state) => state.query);
  const count = useFind(({ hits }) => hits.length);
  const at = useFind((state) => state.at);
  const hit = useFind(({ hits }) => hits[at]);
  const name = useCanvas(({ document, badges }) =>
    hit === undefined ? '' : spokenElement({ document, badges }, hit),
  );
  const isLooking = query.trim() !== '';
  return (
    <span className={classes.count} role="status">
      {isLooking && (count === 0 ? t('find.none') : t('find.count', { at: at + 1, count }))}
      {isLooking && name !== '' && <VisuallyHidden>{name}</VisuallyHidden>}
    </span>
  );
};
