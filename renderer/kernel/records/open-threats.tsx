import { UnstyledButton } from '@mantine/core';
import { priorities, type Priority } from '#shared/api/enumerations.ts';
import type { RegisterScope } from '#shared/desktop/register.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { showRegister } from '../workspace/wanted-register.ts';
import { severities, SeverityIcon } from './severity.tsx';
import classes from './open-threats.module.css';

type Props = {
  /** The number of open threats by priority. */
  open: Readonly<Record<string, number>>;
  scope: RegisterScope;
  /** The title of the model, for accessible names. */
  of: string;
};

/**
 * The numbers of open threats of a model by priority. A click on a number opens the register with these
 * threats.
 */
export const OpenThreats = ({ open, scope, of }: Props) => {
  const { t } = useTranslation('threats');
  const counts = priorities.toReversed().flatMap((priority: Priority) => {
    const count = open[priority] ?? 0;
    return count === 0 ? [] : [{ priority, count }];
  });
  return (
    <span className={classes.all}>
      {counts.map(({ priority, count }) => {
        const label = t('open-with-priority', {
          count,
          of,
          priority: t(severities[priority].textKey),
        });
        return (
          <UnstyledButton
            aria-label={label}
            className={classes.one}
            key={priority}
            onClick={() => showRegister(scope, { priority: [priority], status: ['open'] })}
            title={label}
          >
            <SeverityIcon priority={priority} size={13} />
            {count}
          </UnstyledButton>
        );
      })}
    </span>
  );
};
