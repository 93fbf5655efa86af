import { Button, Skeleton } from '@mantine/core';
import { ListX, ShieldAlert } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { emptyFilter, type RegisterRow, type RegisterScope } from '#shared/desktop/register.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { MissingModels, useMissingModels } from '../kernel/workspace/missing-models.tsx';
import { useWantedRegister } from '../kernel/workspace/wanted-register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { exportThreats } from './copy-threats.ts';
import { MoveThreats } from './move-threats.tsx';
import { RegisterBar } from './register-bar.tsx';
import { setFilter, useRegister } from './register-state.ts';
import { RegisterTable } from './register-table.tsx';
import { ThreatPrompt } from './threat-prompt.tsx';
import { useFollowSelection } from './use-follow-selection.ts';
import { useRegisterList } from './use-register-rows.ts';
import classes from './register-table.module.css';

type Props = {
  scope: RegisterScope;
  open: (row: RegisterRow) => void;
  onActive?: (row: RegisterRow) => void;
  /** True on a page. The table then gets the focus at once, so that its keys work. */
  takesFocus?: boolean;
  /** The component that is selected on the canvas, or `null` if there is none. */
  componentId?: string | null;
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The register of a scope: the bar above the table, and the table. */
export const RegisterPanel = ({
  scope,
  open,
  onActive,
  takesFocus = false,
  componentId = null,
}: Props) => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  useWanted();
  useOwnSelection(scope);
  useFollowSelection(componentId);
  const { data: list, error, refetch } = useRegisterList(scope);
  useCommand('file.export-register', {
    enabled: list !== undefined && list.numbers.length > 0,
    run: () => {
      if (list) void exportThreats(list.numbers);
    },
  });
  const hasMissing = useMissingModels(scope).length > 0;

  if (error && !list) return <LoadFailed error={error} retry={() => void refetch()} />;
  return (
    <div className={classes.view}>
      <RegisterBar list={list} scope={scope} />
      <MissingModels scope={scope} />
      {!list && (
        <Loading>
          {skeletonRows.map((row) => (
            <Skeleton height={20} key={row} m={8} />
          ))}
        </Loading>
      )}
      {list && list.numbers.length > 0 && (
        <RegisterTable
          list={list}
          open={open}
          takesFocus={takesFocus}
          {...(onActive && { onActive })}
        />
      )}
      {list?.total === 0 && !hasMissing && (
        <Message
          icon={<ShieldAlert />}
          text={t(of === 'threat' ? 'empty.text' : 'empty.text-mitigations')}
          title={t(of === 'threat' ? 'empty.title' : 'empty.title-mitigations')}
        />
      )}
      {list && list.total > 0 && list.numbers.length === 0 && (
        <Message
          action={
            <Button onClick={() => setFilter(emptyFilter)} variant="default">
              {t('clear')}
            </Button>
          }
          icon={<ListX />}
          title={t(of === 'threat' ? 'nothing-found' : 'nothing-found-mitigations')}
        />
      )}
      <ThreatPrompt />
      <MoveThreats />
    </div>
  );
};

/**
 * Clears the selection when the register of another scope opens. Otherwise the actions would change
 * threats that the table does not list.
 */
const useOwnSelection = ({ kind, ...scope }: RegisterScope): void => {
  const key = `${kind} ${'id' in scope ? scope.id : ''}`;
  useLayoutEffect(() => {
    if (useRegister.getState().shownScope === key) return;
    useRegister.setState({ shownScope: key, active: null, selected: new Set() });
  }, [key]);
};

/** Applies the filter with which the register was opened. */
const useWanted = (): void => {
  const wanted = useWantedRegister((state) => state.wanted);
  useLayoutEffect(() => {
    if (!wanted) return;
    useWantedRegister.setState({ wanted: null });
    useRegister.setState({
      of: wanted.of,
      filter: { ...emptyFilter, ...wanted.filter },
      active: null,
      selected: new Set(),
    });
  }, [wanted]);
};
