import { VisuallyHidden } from '@mantine/core';
import { use, useEffect, useRef, useState } from 'react';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import type { SelectedElement } from '../canvas/state/canvas-store.ts';
import {
  createThreat,
  createThreatFrom,
  useChangeRecords,
} from '../kernel/records/record-changes.ts';
import { useWantedThreat } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { AddThreat } from './add-threat.tsx';
import { CopyThreats } from './copy-threats.tsx';
import { NoThreats } from './no-threats.tsx';
import { orderThreats } from './order-threats.ts';
import { ThreatItem } from './threat-item.tsx';
import { ThreatSlotsContext } from './threat-slots.ts';
import type { ChangeComponent } from './use-component-changes.ts';
import classes from './threat-list.module.css';

type Props = {
  element: SelectedElement['element'];
  threats: ComponentDetail['threats'];
  change: ChangeComponent;
};
type Added = { id: string; title: string };

/** The threats of one component, and a field that adds threats to it. */
export const ThreatSection = ({ element, threats, change }: Props) => {
  const { t } = useTranslation('threats');
  const [added, setAdded] = useState<Added | null>(null);
  const addField = useRef<HTMLInputElement>(null);
  const { suggestionsOf } = use(ThreatSlotsContext);
  const open = threats.filter(({ status }) => status === 'open').length;

  const add = (threat: ThreatTemplate | string): void =>
    change('threats.label.add', (componentId) => {
      const records =
        typeof threat === 'string'
          ? [createThreat(componentId, threat)]
          : createThreatFrom(componentId, threat);
      const title = typeof threat === 'string' ? threat : threat.title;
      setAdded({ id: records[0]?.id ?? '', title });
      return records;
    });

  return (
    <section aria-label={t('title')}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          {t('title')}
          {threats.length > 0 && (
            <span className={classes.count}>{t('open-of', { open, total: threats.length })}</span>
          )}
        </h3>
        <AddThreat add={add} label={t('add')} placeholder={t('placeholder.add')} ref={addField} />
        <div className={classes.offers}>
          {suggestionsOf(element.id)}
          {threats.length > 0 && <CopyThreats change={change} threats={threats} />}
        </div>
      </div>
      {threats.length === 0 && <NoThreats element={element} />}
      <ThreatList
        addedId={added?.id ?? null}
        onListLeft={() => addField.current?.focus()}
        threats={threats}
      />
      <VisuallyHidden role="status">{added && t('added', { title: added.title })}</VisuallyHidden>
    </section>
  );
};

type Threat = ComponentDetail['threats'][number];
type OrderKey = Pick<Threat, 'priority' | 'status'>;

type ThreatListProps = {
  threats: readonly Threat[];
  addedId: string | null;
  /** Called after the last threat was deleted. It moves the focus out of the empty list. */
  onListLeft: () => void;
};

/**
 * The threats, highest priority first. A threat expands in place and keeps its position in the list
 * until it is collapsed.
 */
const ThreatList = ({ threats, addedId, onListLeft }: ThreatListProps) => {
  const change = useChangeRecords();
  const { t } = useTranslation('threats');
  const [opened, setOpened] = useState<ReadonlyMap<string, OrderKey>>(new Map());
  const wanted = useWantedThreat((state) => state.wanted);
  const [revealed, setRevealed] = useState<typeof wanted>(null);
  const list = useRef<HTMLUListElement>(null);
  const ordered = orderThreats(threats, opened);

  const found = threats.find(({ id }) => id === wanted?.threatId);
  if (found && wanted !== revealed) {
    setRevealed(wanted);
    setOpened(new Map(opened).set(found.id, found));
  }
  useEffect(() => {
    if (found) useWantedThreat.setState({ wanted: null });
  }, [found]);

  const rows = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[data-threat-row]') ?? []),
  ];

  const toggle = ({ id, priority, status }: Threat): void => {
    const next = new Map(opened);
    if (!next.delete(id)) next.set(id, { priority, status });
    setOpened(next);
  };

  const remove = ({ id }: Threat): void => {
    const index = ordered.findIndex((threat) => threat.id === id);
    const neighbour = rows()[index + 1] ?? rows()[index - 1];
    change('threats.label.delete', [{ op: 'delete', kind: 'threat', id }]);
    if (neighbour) neighbour.focus();
    else onListLeft();
  };

  return (
    <ul aria-label={t('title')} className={classes.list} ref={list}>
      {ordered.map((threat) => (
        <ThreatItem
          isAdded={threat.id === addedId || threat.id === revealed?.threatId}
          isOpen={opened.has(threat.id)}
          key={threat.id}
          remove={() => remove(threat)}
          threat={threat}
          toggle={() => toggle(threat)}
        />
      ))}
    </ul>
  );
};
