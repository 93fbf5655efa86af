import { VisuallyHidden } from '@mantine/core';
import { Shield, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MitigationProgress } from '../mitigations/mitigation-progress.ts';
import classes from './threat-list.module.css';

/** How many of a threat's mitigations are complete; nothing where there are none. */
export const MitigationProgressHint = ({ progress }: { progress: MitigationProgress }) => {
  const { t } = useTranslation('mitigations');
  const { done, total } = progress;
  if (total === 0) return null;
  const isComplete = done === total;
  const Icon = isComplete ? ShieldCheck : Shield;
  const words = t('doneOf', { done, total });
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
