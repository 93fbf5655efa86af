import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { updateThreat } from '../kernel/records/record-changes.ts';
import { categoryGroups } from '../kernel/records/threat-categories.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ChipsField } from '../ui/fields/chips-field.tsx';
import { changeThreats } from './change-threats.ts';
import { withListEdit } from './with-list-edit.ts';
import classes from './register-table.module.css';

/**
 * The categories after the person's edits (`values`), and all categories that the person has seen since
 * the panel was opened (`seen`). The component keeps both, because the person may edit again before the
 * table shows the previous edit, and until then, `row` is outdated.
 */
type Edited = { values: readonly string[]; seen: ReadonlySet<string> };

/**
 * The categories of a threat. They are edited in a panel below the cell, because a row has space for
 * only one line.
 */
export const CategoryField = ({ row }: { row: RegisterRow }) => {
  const { t } = useTranslation(['register', 'threats']);
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<Edited | null>(null);
  const show = (isShown: boolean): void => {
    setIsOpen(isShown);
    setEdited(null);
  };
  const save = (values: readonly string[]): void => {
    const seen = new Set([...(edited?.seen ?? row.categories), ...values]);
    setEdited({ values, seen });
    void changeThreats([row.number], 'threats.label.edit', ({ threat, categories }) => [
      updateThreat(threat.id, { categories: withListEdit(categories, seen, values) }),
    ]);
  };
  const label = t('categories-of', { title: row.title });
  const text = row.categories.join(', ');
  return (
    <Popover
      onChange={show}
      opened={isOpen}
      position="bottom-start"
      returnFocus
      transitionProps={{ duration: 0 }}
      trapFocus
      width={320}
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          className={classes.categories}
          onClick={() => show(!isOpen)}
          title={text}
        >
          <VisuallyHidden>{`${label} `}</VisuallyHidden>
          <span dir="auto">{text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label}
        className={classes.categoryPanel}
        // Events in a portal bubble to its React parents: the row, the table, and the bottom panel.
        // These parents must not handle events of the category panel.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        role="dialog"
      >
        <ChipsField
          isInForm
          label={t('threats:field.categories')}
          placeholder={t('threats:placeholder.categories')}
          save={save}
          suggestions={categoryGroups}
          values={edited?.values ?? row.categories}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
