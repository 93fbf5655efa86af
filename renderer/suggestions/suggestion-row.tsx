import { Button, Menu } from '@mantine/core';
import { Minus, Square, SquareCheck } from 'lucide-react';
import type { Suggestion } from '#shared/suggestions/suggest.ts';
import { displayName } from '../canvas/words/spoken.ts';
import { SeverityIcon } from '../kernel/records/severity.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import type { TreeRowProps } from '../ui/tree/virtual-tree.tsx';
import { dismissSuggestion } from './accept.ts';
import { CanvasName } from './canvas-name.tsx';
import { showElement, nearestElement } from './element-on-canvas.ts';
import type { SuggestionRow } from './suggestion-rows.ts';
import { isTicked, tick, useTicks } from './ticks.ts';
import classes from './suggestions-view.module.css';

/** A row of the list of suggestions. A click ticks the row. The tree handles the keys of all rows. */
export const SuggestionRowView = ({ row, shell }: TreeRowProps<SuggestionRow>) => {
  const members = row.isGroup ? row.suggestions : [row.suggestion];
  const ticked = useTicks(
    ({ unticked }) => members.filter((member) => isTicked(member, unticked)).length,
  );
  const state = ticked === 0 ? false : ticked === members.length ? true : 'mixed';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...shell}
      aria-checked={state}
      aria-selected={false}
      onClick={() => tick(members)}
      role="treeitem"
      tabIndex={shell.tabIndex}
    >
      <Tick state={state} />
      {row.isGroup ? (
        <>
          <span className={classes.group} dir="auto">
            {displayName(row.title)}
          </span>
          <span className={classes.count}>{row.suggestions.length}</span>
          <CanvasName drawn={row.drawn} />
        </>
      ) : (
        <SuggestionText hasTabStop={shell.tabIndex === 0} suggestion={row.suggestion} />
      )}
    </div>
  );
};

const Tick = ({ state }: { state: boolean | 'mixed' }) => {
  const Icon = state === 'mixed' ? Minus : state ? SquareCheck : Square;
  return <Icon aria-hidden className={classes.tick} data-ticked={state !== false} size={15} />;
};

type SuggestionProps = { suggestion: Suggestion; hasTabStop: boolean };

const SuggestionText = ({ suggestion, hasTabStop }: SuggestionProps) => (
  <>
    <SeverityIcon priority={suggestion.priority} size={15} />
    <span className={classes.text} title={`${suggestion.threat.title}\n${suggestion.because}`}>
      {suggestion.threat.title}
      <span className={classes.because} dir="auto">
        {' '}
        {suggestion.because}
      </span>
    </span>
    <Actions hasTabStop={hasTabStop} suggestion={suggestion} />
  </>
);

const reasons = ['not-applicable', 'covered', 'accepted'] as const;

/** The buttons of a row. Tab reaches them only from the row that has the Tab stop. */
const Actions = ({ suggestion, hasTabStop }: SuggestionProps) => {
  const { t } = useTranslation('suggestions');
  const { title } = suggestion.threat;
  const element = nearestElement(suggestion.drawn);
  const tabIndex = hasTabStop ? 0 : -1;
  return (
    // Keeps clicks on the buttons from also ticking the row around them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={classes.actions}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Button
        aria-label={t('show-named', { title })}
        color="gray"
        onClick={() => element && showElement(element)}
        size="xs"
        tabIndex={tabIndex}
        variant="subtle"
      >
        {t('show')}
      </Button>
      <Menu>
        <Menu.Target>
          <Button
            aria-label={t('dismiss-named', { title })}
            color="gray"
            size="xs"
            tabIndex={tabIndex}
            variant="subtle"
          >
            {t('dismiss')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('dismiss-because')}</Menu.Label>
          {reasons.map((reason) => (
            <Menu.Item
              key={reason}
              onClick={() => dismissSuggestion(suggestion, t(`dismissal.${reason}`))}
            >
              {t(`dismissal.${reason}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
};
