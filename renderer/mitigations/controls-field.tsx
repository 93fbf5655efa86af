import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readExtensions } from '#shared/codex/codex-extensions.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ChipsField } from '../ui/fields/chips-field.tsx';

/**
 * Returns the controls of the default library. Loads the library only when it is first needed, because
 * it is large.
 */
const readControls = async (): Promise<string[]> => {
  const { loadLibrary } = await import('#shared/library/load-library.ts');
  return [...new Set(loadLibrary().mitigations.flatMap(({ controls }) => controls))].toSorted(
    (one, other) => one.localeCompare(other, 'en', { numeric: true }),
  );
};

type Props = { values: readonly string[]; save: (controls: string[]) => void };

/** The controls that a mitigation helps to meet, from built-in frameworks or the organization's own. */
export const ControlsField = ({ values, save }: Props) => {
  const { t } = useTranslation('mitigations');
  const document = useExtensions(({ state }) => state?.document);
  const { data: known = [] } = useQuery({
    queryKey: ['library', 'controls'],
    queryFn: readControls,
    staleTime: Infinity,
  });
  const own = useMemo(
    () =>
      document
        ? readExtensions(document).frameworks.flatMap(({ controls }) =>
            controls.map(({ id }) => id),
          )
        : [],
    [document],
  );
  return (
    <ChipsField
      label={t('field.controls')}
      placeholder={t('placeholder.controls')}
      save={save}
      suggestions={[...new Set([...own, ...known])]}
      values={values}
    />
  );
};
