import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { LayoutList } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { queries } from '../app/desktop.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { Message } from '../ui/message.tsx';
import { byAttention, canvasTotals } from './canvas-totals.ts';
import { elementOfComponent } from './element-of-component.ts';
import { LoadFailed } from './load-failed.tsx';
import { LoadingLines } from './loading-lines.tsx';
import { SeverityBadge, SeverityIcon } from './severity.tsx';
import classes from './canvas-summary.module.css';

/** A list of 20,000 takes seconds to draw, and nobody reads it. */
const atOnce = 100;
const none: readonly ComponentBadge[] = [];

/** Shown while nothing is selected: what the canvas holds, and where to look first. */
export const CanvasSummary = () => {
  const { t, i18n } = useTranslation('threats');
  const canvasId = useCanvas((state) => state.canvasId);
  const document = useCanvas((state) => state.document);
  const select = useCanvas((state) => state.select);
  const components = useQuery(
    queries.canvas.components.queryOptions({ input: canvasId ? { id: canvasId } : skipToken }),
  );

  const [most, setMost] = useState(atOnce);
  const badges = components.data ?? none;
  const totals = useMemo(() => canvasTotals(badges), [badges]);
  const first = useMemo(
    () => byAttention(badges, i18n.language, most),
    [badges, i18n.language, most],
  );

  if (components.error) {
    return <LoadFailed error={components.error} retry={() => void components.refetch()} />;
  }
  if (!components.data) return <LoadingLines />;
  if (components.data.length === 0) {
    return (
      <Message
        icon={<LayoutList />}
        text={t('summary.empty.text')}
        title={t('summary.empty.title')}
      />
    );
  }

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('summary.title')}</h2>
        <p className={classes.line}>
          {t('summary.components', { count: totals.components })} ·{' '}
          {t('summary.openThreats', { count: totals.openThreats })}
        </p>
        {totals.byPriority.length > 0 && (
          <dl className={classes.worst}>
            {totals.byPriority.map(({ priority, openThreats }) => (
              <div className={classes.worstRow} key={priority}>
                <dt>
                  <SeverityBadge priority={priority} />
                </dt>
                <dd>{t('summary.openThreats', { count: openThreats })}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={classes.hint}>{t('summary.hint')}</p>
      </div>
      <ul aria-label={t('summary.list')} className={classes.list}>
        {first.map((badge) => {
          const elementId = elementOfComponent(document, badge.id);
          return (
            <li key={badge.id}>
              <UnstyledButton
                className={classes.row}
                disabled={elementId === null}
                onClick={() => elementId !== null && select([elementId])}
              >
                <span className={classes.severity}>
                  {badge.worstPriority !== null && <SeverityIcon priority={badge.worstPriority} />}
                </span>
                <span className={classes.name} dir="auto" title={badge.title}>
                  {badge.title}
                </span>
                {badge.openThreatCount > 0 && (
                  <span className={classes.count}>
                    <span aria-hidden>{badge.openThreatCount}</span>
                    <VisuallyHidden>
                      {t('summary.openThreats', { count: badge.openThreatCount })}
                    </VisuallyHidden>
                  </span>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {first.length < badges.length && (
        <Button
          className={classes.more}
          onClick={() => setMost((count) => count + atOnce)}
          variant="subtle"
        >
          {t('summary.more', { count: badges.length - first.length })}
        </Button>
      )}
    </>
  );
};
