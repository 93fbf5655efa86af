import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { use, useId, type KeyboardEvent } from 'react';
import { SeverityBadge } from '../kernel/records/severity.tsx';
import {
  isThreatStatus,
  threatStatusTable,
  unknownStatusIcon,
} from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ThreatDetail } from './threat-detail.tsx';
import { ThreatSlotsContext, type Threat } from './threat-slots.ts';
import classes from './threat-list.module.css';

type Props = {
  threat: Threat;
  isOpen: boolean;
  /**
   * True for a threat that was just added, or that the person opened from another part of the window.
   * Such a threat scrolls into view and is highlighted for a moment.
   */
  isAdded: boolean;
  toggle: () => void;
  remove: () => void;
};

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

export const ThreatItem = ({ threat, isOpen, isAdded, toggle, remove }: Props) => {
  const { progressOf } = use(ThreatSlotsContext);
  const { t } = useTranslation('threats');
  const detailId = useId();

  const onKeyDown = (event: KeyboardEvent): void => {
    stepThroughRows(event);
    if (event.key !== 'Delete') return;
    event.preventDefault();
    remove();
  };

  return (
    <li
      className={classes.item}
      data-added={isAdded || undefined}
      data-settled={threat.status !== 'open' || undefined}
      ref={isAdded ? reveal : undefined}
    >
      <h4 className={classes.rowHeading}>
        <UnstyledButton
          aria-controls={detailId}
          aria-expanded={isOpen}
          className={classes.row}
          data-threat-row
          onClick={toggle}
          onKeyDown={onKeyDown}
        >
          <span className={classes.facts}>
            <SeverityBadge priority={threat.priority} />
            {threat.ref_id !== '' && <span className={classes.reference}>{threat.ref_id}</span>}
            <span className={classes.end}>
              {progressOf(threat)}
              <ThreatStatusLabel status={threat.status} />
              <ChevronRight className={classes.chevron} data-open={isOpen || undefined} size={14} />
            </span>
          </span>
          {isOpen ? (
            <VisuallyHidden>{threat.title}</VisuallyHidden>
          ) : (
            <span className={classes.title} dir="auto">
              {threat.title || t('untitled')}
            </span>
          )}
        </UnstyledButton>
      </h4>
      <div className={classes.detail} hidden={!isOpen} id={detailId}>
        {isOpen && <ThreatDetail remove={remove} threat={threat} />}
      </div>
    </li>
  );
};

const ThreatStatusLabel = ({ status }: { status: string }) => {
  const { t } = useTranslation('threats');
  const known = isThreatStatus(status) ? threatStatusTable[status] : null;
  const Icon = known?.icon ?? unknownStatusIcon;
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={14} />
      {known ? t(known.textKey) : status}
    </span>
  );
};

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

/** Moves the focus between threat rows with the arrow keys, Home, and End. */
const stepThroughRows = (event: KeyboardEvent): void => {
  const step = steps[event.key];
  const list = event.currentTarget.closest('ul');
  if (!step || !list) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-threat-row]')];
  const index = rows.findIndex((row) => row === event.currentTarget);
  event.preventDefault();
  rows[step(index, rows.length - 1)]?.focus();
};
