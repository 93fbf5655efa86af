import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { create } from 'zustand';
import { modelStatuses, priorities } from '#shared/api/enumerations.ts';
import { isOverdueModel } from '#shared/records/is-past.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { severities, SeverityIcon } from '../kernel/records/severity.tsx';
import { modelStatusText } from '../kernel/records/statuses.ts';
import { UnreadableFields } from '../kernel/records/unreadable-fields.tsx';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { DraftSuggest, DraftText } from '../ui/fields/draft-fields.tsx';
import { EnumerationSelect } from '../ui/fields/enumeration-select.tsx';
import { FactRow } from './fact-row.tsx';
import classes from './security-section.module.css';

/** `isOpen` is true while the section is open. All models share this state until the window closes. */
const useSection = create<{ isOpen: boolean }>(() => ({ isOpen: true }));

/**
 * The facts about the open threat model. The name of the model is not among them, because it is edited
 * in the sidebar and on the home page.
 */
export const ModelSection = () => {
  const { t } = useTranslation('threats');
  const { model } = useWorkspaceLocation();
  const isOpen = useSection((state) => state.isOpen);
  if (!model) return null;
  return (
    <details
      aria-label={t('model.title')}
      className={classes.section}
      onToggle={({ currentTarget }) => useSection.setState({ isOpen: currentTarget.open })}
      open={isOpen}
    >
      <summary className={classes.summary}>
        <ChevronRight aria-hidden size={14} />
        {t('model.title')}
      </summary>
      <ModelFields key={model.id} model={model} />
    </details>
  );
};

/** The numeric fields of a threat model. The specification defines no units for them. */
const numbers = [
  { name: 'time_invested', textKey: 'model.time-invested' },
  { name: 'quality_of_model', textKey: 'model.quality-of-model' },
  { name: 'when_to_revisit', textKey: 'model.when-to-revisit' },
] as const;

const ModelFields = memo(({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('threats');
  const { t: tCollections } = useTranslation('collections');

  const save = (values: Partial<Content<'threatModel'>>): void => {
    useCanvas.getState().commit({
      label: 'threats.label.model',
      records: [{ op: 'update', kind: 'threatModel', id: model.id, values }],
    });
    whenSaved(
      () => void queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() }),
    );
  };

  return (
    <>
      <UnreadableFields record={model} />
      <DraftText
        label={t('model.description')}
        placeholder={t('model.description-placeholder')}
        save={(description) => save({ description })}
        shape="prose"
        value={model.description}
      />
      <FactRow label={t('field.status')}>
        <EnumerationSelect
          label={t('model.status')}
          onChange={(status) => save({ status })}
          options={modelStatuses.map((value) => ({
            value,
            label: modelStatusText(value, tCollections),
            icon: null,
          }))}
          unknownIcon={null}
          value={model.status}
        />
      </FactRow>
      <FactRow label={t('field.priority')}>
        <EnumerationSelect
          label={t('model.priority')}
          onChange={(priority) => save({ priority })}
          options={priorities.toReversed().map((value) => ({
            value,
            label: t(severities[value].textKey),
            icon: <SeverityIcon priority={value} />,
          }))}
          unknownIcon={<SeverityIcon priority="" />}
          value={model.priority}
        />
      </FactRow>
      <FactRow
        label={t('field.due-date')}
        {...(isOverdueModel(model) && { warning: t('overdue') })}
      >
        <DateField
          label={t('model.due-date')}
          save={(due_to_date) => save({ due_to_date })}
          value={model.due_to_date}
        />
      </FactRow>
      {numbers.map(({ name, textKey }) => (
        <FactRow key={name} label={t(textKey)}>
          <DraftSuggest
            label={t(textKey)}
            placeholder={t('model.no-number')}
            save={(text) => save({ [name]: text === '' ? null : Number(text) })}
            suggestions={[]}
            tidy={tidyNumber}
            value={model[name]?.toString() ?? ''}
          />
        </FactRow>
      ))}
    </>
  );
});

/**
 * Returns the typed number as text, or an empty text if nothing was typed. Returns `null` for anything
 * else, such as a negative number.
 */
const tidyNumber = (text: string): string | null => {
  const typed = text.trim();
  if (typed === '') return '';
  const value = Number(typed);
  return Number.isFinite(value) && value >= 0 ? String(value) : null;
};
