import { useEffect } from 'react';
import { desktop } from '../kernel/desktop/desktop.ts';
import { localDay } from '../ui/relative-time.ts';
import { useRegister } from './register-state.ts';

/**
 * Makes the first row of a component active when the component is selected on the canvas. Does nothing
 * if a row of the component is already active, because then the selection came from the table.
 */
export const useFollowSelection = (componentId: string | null): void =>
  useEffect(() => {
    if (componentId === null) return undefined;
    const abort = new AbortController();
    const follow = async (): Promise<void> => {
      const { of, filter, sort, grouping } = useRegister.getState();
      const scope = { kind: 'component', id: componentId } as const;
      const { numbers } = await desktop.register.list(
        { of, scope, filter, sort, grouping, today: localDay() },
        { signal: abort.signal },
      );
      const [first] = numbers;
      const { active } = useRegister.getState();
      if (abort.signal.aborted || first === undefined) return;
      if (active === null || !numbers.includes(active)) useRegister.setState({ active: first });
    };
    // If this request fails, the table itself shows an error message, so this error is ignored.
    void follow().catch(() => undefined);
    return () => abort.abort();
  }, [componentId]);
