import { VisuallyHidden } from '@mantine/core';
import { Shield, ShieldCheck } from 'lucide-react';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './mitigation-list.module.css';

type MitigationProgress = { done: number; total: number };

/** Returns how many mitigations a threat has, and how many of them are done. */
export const mitigationProgress = (
  mitigations: readonly { status: string | null }[],
): MitigationProgress => ({
  done: mitigations.filter(({ status }) => status === 'done').length,
  total: mitigations.length,
});

/** Shows how many mitigations of a threat are done, and nothing if the threat has no mitigations. */
export const MitigationProgressHint = ({ progress }: { progress: MitigationProgress }) => {
  const { t } = useTranslation('mitigations');
  const { done, total } = progress;
  if (total === 0) return null;
  const isComplete = done === total;
  const Icon = isComplete ? ShieldCheck : Shield;
  const words = t('done-of', { done, total });
  return (
    <span className={classes.progress} data-complete={isComplete || undefined} title={words}>
      <Icon size={14} />
      <span aria-hidden>
        {done}/{total}
      </span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
};
