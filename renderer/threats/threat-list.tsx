import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { ChangeRecords } from '../mitigations/mitigation-item.tsx';
import { orderThreats } from './order-threats.ts';
import { ThreatItem } from './threat-item.tsx';
import classes from './threat-list.module.css';

type Threat = ComponentDetail['threats'][number];
type Place = Pick<Threat, 'priority' | 'status'>;

type Props = {
  threats: readonly Threat[];
  addedId: string | null;
  change: ChangeRecords;
  /** The last threat was deleted: the focus has to go elsewhere. */
  onListLeft: () => void;
};

/** The worst first. Each opens where it stands, and stays there until it is closed. */
export const ThreatList = ({ threats, addedId, change, onListLeft }: Props) => {
  const { t } = useTranslation('threats');
  const [opened, setOpened] = useState<ReadonlyMap<string, Place>>(new Map());
  const list = useRef<HTMLUListElement>(null);
  const ordered = orderThreats(threats, opened);

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
          change={change}
          isAdded={threat.id === addedId}
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
