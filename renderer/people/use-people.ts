import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PeopleChange, Person } from '#shared/desktop/people.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { nameOf } from './people.ts';

/**
 * Returns the users of the service. The app reads them from the service each time that they are shown.
 */
export const usePeople = () => useQuery(queries.people.list.queryOptions({ staleTime: 0 }));

export const useTeams = () => useQuery(queries.people.teams.queryOptions({ staleTime: 0 }));

/** Reads people, teams, and access again after a change. */
export const refreshPeople = async (): Promise<void> => {
  const all = { queryKey: queries.people.key() };
  // Cancels running reads, because their results may be older than the change. `invalidateQueries` alone
  // would let the first read of a query continue.
  await queryClient.cancelQueries(all);
  await queryClient.invalidateQueries(all);
};

const maxRefusals = 5;

/**
 * Returns a function that applies an action to some people, and reports whom the service refused and
 * why.
 */
export const useAction = (people: readonly Person[]) => {
  const { t } = useTranslation('people');
  const [isRunning, setRunning] = useState(false);

  const run = async (change: PeopleChange): Promise<void> => {
    setRunning(true);
    try {
      const refused = await desktop.people.change(change);
      const count = people.length - refused.length;
      if (count > 0) notifications.show({ message: t(`done.${change.action}`, { count }) });
      if (refused.length > 0) {
        const byName = new Map(
          people.flatMap((each) => [
            [each.id, nameOf(each)] as const,
            [each.email, nameOf(each)] as const,
          ]),
        );
        const named = refused
          .slice(0, maxRefusals)
          .map(({ who, reason }) => `${byName.get(who) ?? who}: ${reason}`);
        notifications.show({
          autoClose: false,
          color: 'red',
          title: t('refused', { count: refused.length }),
          message: named.join('\n'),
        });
      }
    } catch (error) {
      showError(error);
    }
    // Reads the people again even after an error, because some may have been changed before the error.
    await refreshPeople();
    setRunning(false);
  };

  return { run, isRunning };
};
