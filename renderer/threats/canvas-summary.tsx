import { Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { LayoutList } from 'lucide-react';
import { memo, use, useDeferredValue, useMemo, useState } from 'react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { language } from '#shared/locales/texts.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { elementOfComponent } from '../canvas/state/lookup.ts';
import { focusEdge, focusElement } from '../canvas/viewport/focus-element.ts';
import { KindIcon } from '../kernel/commands/kind-icons.tsx';
import { queries } from '../kernel/desktop/desktop.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { SeverityBadge, SeverityIcon } from '../kernel/records/severity.tsx';
import { showRegister } from '../kernel/workspace/wanted-register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { byAttention, canvasTotals } from './canvas-totals.ts';
import { LoadingLines } from './loading-lines.tsx';
import { ModelSection } from './model-section.tsx';
import { ThreatSlotsContext } from './threat-slots.ts';
import classes from './canvas-summary.module.css';

/**
 * The number of components that the list shows at first, and adds each time that the person asks for
 * more. A list of 20,000 components takes seconds to render, and nobody reads it.
 */
const atOnce = 100;
const none: readonly ComponentBadge[] = [];

/**
 * Selects an element. The details of the element replace the list and its focused button, so the focus
 * moves to the canvas.
 */
const choose = (elementId: string): void => {
  useCanvas.getState().select([elementId]);
  focusEdge('start');
  focusElement(elementId);
};

const kindOf = (document: CanvasDocument, elementId: string | null): string | undefined =>
  elementId === null ? undefined : (nodeById(document, elementId)?.type ?? 'flow');

/**
 * The content of the inspector while nothing is selected: the facts about the threat model, the contents
 * of the canvas, and the list of components. The components that need most attention are at the top.
 */
export const CanvasSummary = () => (
  <>
    <ModelSection />
    <CanvasContents />
  </>
);

/**
 * The contents of the open canvas. A large list takes longer to render than a frame, so after a change of
 * the canvas the drawing comes first, and the list soon after.
 */
const CanvasContents = () => {
  const canvasId = useCanvas((state) => state.canvasId);
  const document = useCanvas((state) => state.document);
  const drawn = useMemo(() => ({ canvasId, document }), [canvasId, document]);
  return <ContentsOf {...useDeferredValue(drawn)} />;
};

type ContentsProps = { canvasId: string | null; document: CanvasDocument };

const ContentsOf = memo(({ canvasId, document }: ContentsProps) => {
  const { t } = useTranslation('threats');
  const { suggestionsOf } = use(ThreatSlotsContext);
  const components = useQuery(
    queries.canvas.components.queryOptions({ input: canvasId ? { id: canvasId } : skipToken }),
  );

  const [limit, setLimit] = useState(atOnce);
  const badges = components.data ?? none;
  const totals = useMemo(() => canvasTotals(badges), [badges]);
  const locale = language();
  const first = useMemo(() => byAttention(badges, locale, limit), [badges, locale, limit]);

  if (components.error) {
    return <LoadFailed error={components.error} retry={() => void components.refetch()} />;
  }
  if (!components.data) return <LoadingLines />;
  if (components.data.length === 0) {
    return (
      <div>
        <Message
          icon={<LayoutList />}
          text={t('summary.empty.text')}
          title={t('summary.empty.title')}
        />
      </div>
    );
  }

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('summary.title')}</h2>
        <p className={classes.line}>
          {t('summary.components', { count: totals.components })} ·{' '}
          {t('summary.open-threats', { count: totals.openThreats })}
        </p>
        {totals.byPriority.length > 0 && (
          <dl className={classes.worst}>
            {totals.byPriority.map(({ priority, openThreats }) => (
              <div className={classes.worstRow} key={priority}>
                <dt>
                  <SeverityBadge priority={priority} />
                </dt>
                <dd>
                  <UnstyledButton
                    className={classes.worstLink}
                    onClick={() => {
                      if (canvasId === null) return;
                      const filter = { priority: [priority], status: ['open'] };
                      showRegister({ kind: 'canvas', id: canvasId }, filter);
                    }}
                  >
                    {t('summary.open-threats', { count: openThreats })}
                  </UnstyledButton>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className={classes.suggestions}>{suggestionsOf(null)}</div>
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
                onClick={() => elementId !== null && choose(elementId)}
              >
                <span className={classes.severity}>
                  {badge.worstPriority === null ? (
                    <KindIcon
                      className={classes.kind}
                      size={16}
                      type={kindOf(document, elementId)}
                    />
                  ) : (
                    <SeverityIcon priority={badge.worstPriority} />
                  )}
                </span>
                <span className={classes.name} dir="auto" title={badge.title}>
                  {badge.title}
                </span>
                {badge.openThreatCount > 0 && (
                  <span className={classes.count}>
                    <span aria-hidden>{badge.openThreatCount}</span>
                    <VisuallyHidden>
                      {t('summary.open-threats', { count: badge.openThreatCount })}
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
          onClick={() => setLimit((count) => count + atOnce)}
          variant="subtle"
        >
          {t('summary.more', { count: badges.length - first.length })}
        </Button>
      )}
    </>
  );
});
