import { useQuery } from '@tanstack/react-query';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import { queries } from '../app/desktop.ts';
import { ConflictList } from './conflict-list.tsx';
import { SetAsideList } from './set-aside-list.tsx';
import { SyncHead } from './sync-head.tsx';
import { SyncHold } from './sync-hold.tsx';
import { useConflicts } from './use-conflicts.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { WaitingList } from './waiting-list.tsx';
import classes from './sync-panel.module.css';

/** What the dot stands for: how it is, what waits, what was set aside, and what is to be decided. */
export const SyncPanel = ({ status }: { status: SyncStatus }) => {
  const waiting = useQuery(queries.sync.waiting.queryOptions());
  const conflicts = useConflicts();
  const setAside = waiting.data?.filter((entry) => entry.setAside !== null) ?? [];
  const list = useFocusKept();
  return (
    <div className={classes.panel}>
      <SyncHead status={status} />
      {/* Scrolled by the keyboard too, where nothing in it can be focused. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} ref={list} tabIndex={0}>
        {status.hold && <SyncHold hold={status.hold} reason={status.reason} />}
        {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
        {setAside.length > 0 && <SetAsideList entries={setAside} />}
        <WaitingList
          isAlone={!status.hold && conflicts.length + setAside.length === 0}
          waiting={waiting}
        />
      </div>
    </div>
  );
};
