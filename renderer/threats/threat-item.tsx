import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { ChangeRecords } from '../mitigations/mitigation-item.tsx';
import { mitigationProgress } from '../mitigations/mitigation-progress.ts';
import { MitigationProgressHint } from './mitigation-progress-hint.tsx';
import { SeverityBadge } from './severity.tsx';
import { stepThroughRows } from './step-through-rows.ts';
import { ThreatDetail } from './threat-detail.tsx';
import { ThreatStatusLabel } from './threat-status-label.tsx';
import classes from './threat-list.module.css';

type Props = {
  threat: ComponentDetail['threats'][number];
  isOpen: boolean;
  /** It was added just now: it comes into view and is seen for a moment. */
  isAdded: boolean;
  toggle: () => void;
  remove: () => void;
  change: ChangeRecords;
};

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

export const ThreatItem = ({ threat, isOpen, isAdded, toggle, remove, change }: Props) => {
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
              <MitigationProgressHint progress={mitigationProgress(threat.mitigations)} />
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
        {isOpen && <ThreatDetail change={change} remove={remove} threat={threat} />}
      </div>
    </li>
  );
};
