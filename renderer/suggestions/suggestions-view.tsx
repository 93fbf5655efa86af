import { Button, SegmentedControl, Switch } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Suggestion } from '#shared/suggestions/suggest.ts';
import { announce } from '../canvas/state/announcements.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import type { DrawerView } from '../kernel/panels/drawer.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { VirtualTree } from '../ui/tree/virtual-tree.tsx';
import { acceptSuggestions } from './accept.ts';
import type { Analysis } from './analysis-worker.ts';
import { DismissedList } from './dismissed-list.tsx';
import { showElement, nearestElement } from './element-on-canvas.ts';
import {
  expandGroup,
  scopes,
  showSuggestions,
  useChoice,
  type Scope,
} from './suggestion-choice.ts';
import { SuggestionRowView } from './suggestion-row.tsx';
import { suggestionRows, type SuggestionRow } from './suggestion-rows.ts';
import { isTicked, tick, useTicks } from './ticks.ts';
import { useAnalysis } from './use-analysis.ts';
import classes from './suggestions-view.module.css';

/** The threats that the rules suggest for the model, as a tab of the bottom panel. */
export const useSuggestionsView = (): DrawerView => {
  const { t } = useTranslation('suggestions');
  const found = useAnalysis();
  useCommand('view.show-suggestions', { run: showSuggestions });
  return {
    id: 'suggestions',
    label: t('label.view'),
    ...(found && { count: found.suggestions.length }),
    content: found && (
      <SuggestionsPanel dismissed={found.dismissed} suggestions={found.suggestions} />
    ),
  };
};

/**
 * Returns the suggestions that belong to `scope`: the selection, the open canvas, or the whole model.
 */
const useScoped = (suggestions: readonly Suggestion[], scope: Scope): readonly Suggestion[] => {
  const canvasId = useCanvas((state) => state.canvasId);
  const selection = useCanvas((state) => state.selection);
  return useMemo(() => {
    if (scope === 'model') return suggestions;
    const selected = new Set([...selection.nodes, ...selection.edges]);
    return suggestions.filter(({ drawn }) =>
      drawn.some(
        (element) =>
          element.canvasId === canvasId && (scope === 'canvas' || selected.has(element.elementId)),
      ),
    );
  }, [suggestions, scope, canvasId, selection]);
};

type PanelProps = Pick<Analysis, 'suggestions' | 'dismissed'>;

const SuggestionsPanel = ({ suggestions, dismissed }: PanelProps) => {
  const { t } = useTranslation('suggestions');
  const { grouping, scope, areDismissedShown } = useChoice();
  const scoped = useScoped(suggestions, scope);
  return (
    <div className={classes.view} data-suggestions>
      <div className={classes.bar}>
        {!areDismissedShown && <AddButton suggestions={scoped} />}
        {!areDismissedShown && (
          <>
            <SegmentedControl
              aria-label={t('scope.label')}
              data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
              onChange={(value) => {
                const chosen = scopes.find((each) => each === value);
                if (chosen) useChoice.setState({ scope: chosen });
              }}
              size="xs"
              value={scope}
            />
            <SegmentedControl
              aria-label={t('group-by')}
              data={[
                { value: 'element', label: t('by-element') },
                { value: 'category', label: t('by-category') },
              ]}
              onChange={(value) =>
                useChoice.setState({ grouping: value === 'category' ? 'category' : 'element' })
              }
              size="xs"
              value={grouping}
            />
          </>
        )}
        {(areDismissedShown || dismissed.length > 0) && (
          <Switch
            checked={areDismissedShown}
            label={t('show-dismissed', { count: dismissed.length })}
            onChange={({ currentTarget }) =>
              useChoice.setState({ areDismissedShown: currentTarget.checked })
            }
            size="xs"
          />
        )}
      </div>
      {areDismissedShown ? (
        <DismissedList dismissed={dismissed} />
      ) : (
        <SuggestionList suggestions={scoped} />
      )}
    </div>
  );
};

const AddButton = ({ suggestions }: { suggestions: readonly Suggestion[] }) => {
  const { t } = useTranslation('suggestions');
  const unticked = useTicks((state) => state.unticked);
  const ticked = suggestions.filter((suggestion) => isTicked(suggestion, unticked));
  const accept = (): void => {
    acceptSuggestions(ticked);
    announce(t('added', { count: ticked.length }));
  };
  return (
    <Button disabled={ticked.length === 0} onClick={accept} size="xs">
      {t('add', { count: ticked.length })}
    </Button>
  );
};

const SuggestionList = ({ suggestions }: { suggestions: readonly Suggestion[] }) => {
  const { t } = useTranslation('suggestions');
  const { grouping, scope, closed } = useChoice();
  const [active, setActive] = useState<string | null>(null);
  const rows = useMemo(
    () => suggestionRows(suggestions, grouping, closed),
    [suggestions, grouping, closed],
  );
  if (rows.length === 0) {
    return (
      <Message
        icon={<Lightbulb />}
        role="status"
        text={t(`none-text.${scope}`)}
        title={t('none')}
      />
    );
  }
  return (
    <VirtualTree
      Row={SuggestionRowView}
      activate={({ id }) => setActive(id)}
      active={active}
      expand={expandGroup}
      label={t('tree')}
      onRowKey={onRowKey}
      rows={rows}
      textOf={(row) => (row.isGroup ? row.title : row.suggestion.threat.title)}
    />
  );
};

const onRowKey = (row: SuggestionRow, { key }: KeyboardEvent): boolean => {
  if (key === ' ') {
    tick(row.isGroup ? row.suggestions : [row.suggestion]);
    return true;
  }
  if (key !== 'Enter') return false;
  if (row.isGroup) expandGroup(row.id, row.isExpanded === false);
  else {
    const element = nearestElement(row.suggestion.drawn);
    if (element) showElement(element);
  }
  return true;
};
