import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { edgeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { FlowAttributes } from './flow-attributes.tsx';
import classes from './several-flows.module.css';

/** What the flows among several selected elements have in common, changed for all of them at once. */
export const SeveralFlows = () => {
  const { t } = useTranslation('flows');
  const document = useCanvas((state) => state.document);
  const ids = useCanvas(({ selection }) => selection.edges);
  const flows = useMemo(() => ids.flatMap((id) => edgeById(document, id) ?? []), [document, ids]);
  if (flows.length === 0) return null;
  return (
    <section aria-label={t('several', { count: flows.length })}>
      <h2 className={classes.title}>{t('several', { count: flows.length })}</h2>
      <FlowAttributes flows={flows} key={ids.join()} />
    </section>
  );
};
