import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasNode } from '#shared/canvas/document.ts';
import type { LibraryAttribute } from '#shared/library/library-schema.ts';
import { setAttributesOf } from '../canvas/edits/element-actions.ts';
import { ChipsField } from '../ui/fields/chips-field.tsx';
import { FactRow } from './fact-row.tsx';

/** Loaded when first needed, because the library is large and most of it is for other screens. */
const readAttributes = async (): Promise<readonly LibraryAttribute[]> => {
  const { loadLibrary } = await import('#shared/library/load-library.ts');
  return loadLibrary().attributes;
};

type Props = { nodes: readonly CanvasNode[] };

/**
 * The attributes of one node or of several. A chip stands for an attribute of any of them; adding
 * one gives it to all, and removing one takes it from all.
 */
export const AttributeField = ({ nodes }: Props) => {
  const { t } = useTranslation('security');
  const { data = [] } = useQuery({
    queryKey: ['library', 'attributes'],
    queryFn: readAttributes,
    staleTime: Infinity,
    networkMode: 'always',
  });
  const aliases = useMemo(
    () =>
      new Map(
        data.map(({ title, aliases: names }) => [
          title,
          [title, ...names].map((name) => name.toLowerCase()),
        ]),
      ),
    [data],
  );
  const values = [...new Set(nodes.flatMap(({ data: known }) => known.attributes ?? []))];

  const save = (next: readonly string[]): void => {
    const added = next.filter((each) => !values.includes(each));
    const removed = new Set(values.filter((each) => !next.includes(each)));
    const ids = nodes.map(({ id }) => id);
    setAttributesOf(ids, (before) => [...before.filter((each) => !removed.has(each)), ...added]);
  };

  return (
    <FactRow label={t('attributes')}>
      <ChipsField
        fits={(title, typed) => aliases.get(title)?.some((name) => name.includes(typed)) ?? false}
        label={t('attributes')}
        placeholder={t('hint.attributes')}
        save={save}
        suggestions={[...aliases.keys()]}
        values={values}
      />
    </FactRow>
  );
};
