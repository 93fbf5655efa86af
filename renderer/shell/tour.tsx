import { Button, CloseButton, Portal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useCommand } from '../kernel/commands/use-command.ts';
import { savedPreferences } from '../kernel/desktop/preferences.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './tour.module.css';

/**
 * The steps of the tour, each with the part of the window that the step explains. If a narrow window
 * hides a side panel, the step points at the button that shows the panel.
 */
const steps = [
  { name: 'models', targets: ['aside:has(+ #content) [role=tree]', '[data-tour=sidebar]'] },
  { name: 'draw', targets: ['[role=toolbar]'] },
  { name: 'threats', targets: ['aside[data-side=end]', '[data-tour=inspector]'] },
  { name: 'find', targets: ['[data-tour=search]'] },
  { name: 'saved', targets: ['[data-sync-indicator]'] },
] as const;

/**
 * True if this is the first start and the person has not answered the offer of the tour. The variable is
 * outside of the component, because a switch to another connection mounts the component again, and an
 * answered offer must not appear again.
 */
let isOffered = savedPreferences.offersTour;

/**
 * Offers the tour at the first start, and shows the tour. The card is not a dialog, so it takes no focus
 * and no keys, and the person can use the rest of the window meanwhile.
 */
export const Tour = () => {
  const { t } = useTranslation('help');
  const [step, setStep] = useState<number | 'offer' | null>(isOffered ? 'offer' : null);
  const go = (to: number | null): void => {
    isOffered = false;
    setStep(to);
  };
  const begin = (): void => go(0);
  const leave = (): void => go(null);
  useCommand('help.tour', { run: begin });
  if (step === null) return null;
  const current = step === 'offer' ? undefined : steps[step];
  if (!current || step === 'offer') {
    return (
      <Card>
        <strong>{t('tour.offer')}</strong>
        <p className={classes.text}>{t('tour.offer-text')}</p>
        <div className={classes.actions}>
          <Button onClick={begin} size="xs">
            {t('tour.start')}
          </Button>
          <Button onClick={leave} size="xs" variant="default">
            {t('tour.no')}
          </Button>
        </div>
      </Card>
    );
  }
  const isLast = step === steps.length - 1;
  return (
    <>
      <Ring key={current.name} targets={current.targets} />
      <Card>
        <div className={classes.head}>
          <strong>{t(`tour.step.${current.name}.title`)}</strong>
          <CloseButton aria-label={t('tour.leave')} onClick={leave} size="sm" />
        </div>
        <p aria-live="polite" className={classes.text}>
          {t(`tour.step.${current.name}.text`)}
        </p>
        <div className={classes.actions}>
          <span className={classes.position}>
            {t('tour.position', { step: step + 1, count: steps.length })}
          </span>
          {step > 0 && (
            <Button onClick={() => setStep(step - 1)} size="xs" variant="default">
              {t('tour.back')}
            </Button>
          )}
          <Button onClick={() => (isLast ? leave() : setStep(step + 1))} size="xs">
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </div>
      </Card>
    </>
  );
};

/**
 * Renders a card into the container of the notifications. This container has the variable `--notices`,
 * which moves the card above the notifications in a narrow window.
 */
const Card = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('help');
  return (
    <Portal>
      <aside aria-label={t('tour.label')} className={classes.card}>
        {children}
      </aside>
    </Portal>
  );
};

/** Returns the box of the first target that is visible, or `null` if no target is visible. */
const visibleBox = (targets: readonly string[]): DOMRect | null => {
  const boxes = targets.map((target) => document.querySelector(target)?.getBoundingClientRect());
  return boxes.find((box) => box && box.width > 0) ?? null;
};

/**
 * Draws a ring around a part of the window, and moves the ring when the window or a panel changes its
 * size.
 */
const Ring = ({ targets }: { targets: readonly string[] }) => {
  const [box, setBox] = useState<DOMRect | null>(null);
  useEffect(() => {
    const measure = (): void => setBox(visibleBox(targets));
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const content = document.querySelector('#content');
    // The content changes its size when a panel is shown or hidden.
    if (content) observer.observe(content);
    return () => observer.disconnect();
  }, [targets]);
  if (!box) return null;
  const { left, top, width, height } = box;
  return <div aria-hidden className={classes.ring} style={{ left, top, width, height }} />;
};
