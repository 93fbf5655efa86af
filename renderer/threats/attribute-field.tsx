import { useMemo } from 'react';
import type { CanvasNode } from '#shared/canvas/document.ts';
import { setAttributesOf } from '../canvas/edits/element-actions.ts';
import { useLibraryAttributes } from '../kernel/codex/library-attributes.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ChipsField } from '../ui/fields/chips-field.tsx';
import classes from './security-section.module.css';

type Props = { nodes: readonly CanvasNode[] };

/**
 * The field for the attributes of one or several nodes. It has a chip for each attribute that at least
 * one of these nodes has. A new attribute is added to all nodes, and a removed attribute is removed from
 * all nodes.
 */
export const AttributeField = ({ nodes }: Props) => {
  const { t } = useTranslation('security');
  const known = useLibraryAttributes();
  const aliases = useMemo(
    () =>
      new Map(
        known.map(({ title, names, aliases: others }) => [
          title,
          [title, ...names, ...others].map((name) => name.toLowerCase()),
        ]),
      ),
    [known],
  );
  const values = [...new Set(nodes.flatMap(({ data }) => data.attributes ?? []))];

  const save = (next: readonly string[]): void => {
    const added = next.filter((each) => !values.includes(each));
    const removed = new Set(values.filter((each) => !next.includes(each)));
    const ids = nodes.map(({ id }) => id);
    setAttributesOf(ids, (before) => [...before.filter((each) => !removed.has(each)), ...added]);
  };

  return (
    <div className={classes.row}>
      <span aria-hidden className={classes.name}>
        {t('attributes')}
      </span>
      <div className={classes.field}>
        <ChipsField
          fits={(title, typed) => aliases.get(title)?.some((name) => name.includes(typed)) ?? false}
          label={t('attributes')}
          placeholder={t('hint.attributes')}
          save={save}
          suggestions={[...aliases.keys()]}
          values={values}
        />
      </div>
    </div>
  );
};
