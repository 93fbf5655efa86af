import { VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import { QuickAdd } from '../ui/quick-add.tsx';
import { createThreat } from './threat-changes.ts';
import { ThreatList } from './threat-list.tsx';
import type { ChangeComponent } from './use-component-changes.ts';
import classes from './threat-list.module.css';

type Props = { threats: ComponentDetail['threats']; change: ChangeComponent };
type Added = { id: string; title: string };

/** The threats of one component, and a line that adds one after the other. */
export const ThreatSection = ({ threats, change }: Props) => {
  const { t } = useTranslation('threats');
  const [added, setAdded] = useState<Added | null>(null);
  const addField = useRef<HTMLInputElement>(null);
  const open = threats.filter(({ status }) => status === 'open').length;

  const add = (title: string): void =>
    change('threats.label.add', (componentId) => {
      const threat = createThreat(componentId, title);
      setAdded({ id: threat.id, title });
      return [threat];
    });

  return (
    <section aria-label={t('title')}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          {t('title')}
          {threats.length > 0 && (
            <span className={classes.count}>{t('openOf', { open, total: threats.length })}</span>
          )}
        </h3>
        <QuickAdd add={add} label={t('add')} placeholder={t('placeholder.add')} ref={addField} />
      </div>
      {threats.length === 0 && <p className={classes.none}>{t('none')}</p>}
      <ThreatList
        addedId={added?.id ?? null}
        change={(label, records) => change(label, () => records)}
        onListLeft={() => addField.current?.focus()}
        threats={threats}
      />
      <VisuallyHidden role="status">{added && t('added', { title: added.title })}</VisuallyHidden>
    </section>
  );
};
