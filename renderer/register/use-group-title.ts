import { isPriority, severities } from '../kernel/records/severity.tsx';
import { isThreatStatus, mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { useRegister } from './register-state.ts';

/**
 * Returns a function that returns the title of a group. Priorities and statuses have translated titles.
 */
export const useGroupTitle = (): ((group: { group: string; title: string }) => string) => {
  const { t } = useTranslation(['threats', 'register', 'mitigations']);
  const of = useRegister((state) => state.of);
  const grouping = useRegister((state) => state.grouping);
  return ({ group, title }) => {
    if (grouping === 'priority' && isPriority(group)) return t(severities[group].textKey);
    if (grouping === 'status' && of === 'mitigation') {
      const known = mitigationStates.find(({ status }) => (status ?? '') === group);
      return known ? t(`mitigations:${known.textKey}`) : group;
    }
    if (grouping === 'status' && isThreatStatus(group)) return t(threatStatusTable[group].textKey);
    return title === '' ? t('register:nothing') : title;
  };
};
