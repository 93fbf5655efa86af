import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { DrawingScore } from '#shared/layout/drawing-score.ts';
import { focusCanvas } from '../../kernel/workspace/focus-canvas.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { applyLayout, cancelLayout, changeLayout, useLayoutSession } from './layout-session.tsx';
import classes from './layout-bar.module.css';

/** The bar with the options of a layout. It is shown until the person applies or cancels the layout. */
export const LayoutBar = () => {
  const isOpen = useLayoutSession(({ preview }) => preview !== null);
  // Leaving the canvas cancels its layout.
  useEffect(() => () => void cancelLayout(), []);
  return isOpen ? <Bar /> : null;
};

const automatic = 'automatic';

const Bar = () => {
  const { t } = useTranslation('arrange');
  const order = useLayoutSession((state) => state.order);
  const isRunning = useLayoutSession((state) => state.isRunning);
  const preview = useLayoutSession((state) => state.preview);
  const apply = useRef<HTMLButtonElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const isSame = preview !== null && preview.document === preview.original;
  const canApply = isRunning || !isSame;
  useEffect(() => {
    // If the person is using a control of the bar, that control keeps the focus.
    if (close.current?.closest('section')?.contains(document.activeElement)) return;
    (canApply ? apply : close).current?.focus();
  }, [canApply]);
  if (!order || !preview) return null;

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') cancelAndReturn();
  };

  return (
    // The section is not a control. It handles keys only so that Escape works in all controls of the
    // bar.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('layout.bar')}
      className={classes.bar}
      data-canvas-bar
      onKeyDown={onKeyDown}
    >
      <p className={classes.summary}>
        {isSame ? t('layout.best') : <Summary after={preview.after} before={preview.before} />}
      </p>
      <SegmentedControl
        aria-label={t('layout.direction')}
        data={[
          { value: automatic, label: t('layout.automatic') },
          { value: 'right', label: t('layout.right') },
          { value: 'down', label: t('layout.down') },
        ]}
        onChange={(value) =>
          void changeLayout({ direction: value === 'right' || value === 'down' ? value : null })
        }
        size="xs"
        value={order.direction ?? automatic}
      />
      <Checkbox
        checked={order.keepsOrder}
        label={t('layout.keep-order')}
        onChange={(event) => void changeLayout({ keepsOrder: event.currentTarget.checked })}
      />
      <span className={classes.actions}>
        <Button onClick={cancelAndReturn} ref={close} size="xs" variant="default">
          {canApply ? t('layout.cancel') : t('layout.close')}
        </Button>
        {canApply && (
          <Button loading={isRunning} onClick={applyAndReturn} ref={apply} size="xs">
            {t('layout.apply')}
          </Button>
        )}
      </span>
    </section>
  );
};

const cancelAndReturn = (): void => {
  cancelLayout();
  focusCanvas();
};

const applyAndReturn = (): void => {
  applyLayout();
  focusCanvas();
};

const parts = ['through', 'overlaps', 'covered', 'crossings'] as const;

/**
 * Shows the numbers of faults, such as crossings, before and after the layout. Leaves out each kind of
 * fault whose number is the same.
 */
const Summary = ({ before, after }: { before: DrawingScore; after: DrawingScore }) => {
  const { t } = useTranslation('arrange');
  const better = parts.filter((part) => before[part] !== after[part]);
  if (better.length === 0) return t('layout.better');
  return better
    .map((part) => t(`layout.part.${part}`, { before: before[part], after: after[part] }))
    .join(' · ');
};
