import {
  Autocomplete,
  Button,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { priorities } from '#shared/api/enumerations.ts';
import { libraryCategories } from '#shared/library/library-schema.ts';
import { newId } from '#shared/records/new-id.ts';
import { matchingTemplates, type ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import { ownRule, type OwnMitigation, type OwnRule } from '#shared/suggestions/own-rule.ts';
import { changeExtensions } from '../../kernel/codex/extensions.ts';
import { useThreatTemplates, withReferences } from '../../kernel/codex/threat-templates.ts';
import { isPriority } from '../../kernel/records/severity.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { ChipsField } from '../../ui/fields/chips-field.tsx';
import { useListInPlace } from '../../ui/fields/use-list-in-place.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { RulePreview } from './rule-preview.tsx';
import classes from './rules.module.css';

type Props = {
  /** The rule to edit, or `null` while the dialog is closed. */
  rule: OwnRule | null;
  onClose: () => void;
};

/** Returns a new rule. The person completes it with a title and a threat. */
export const newRule = (): OwnRule => ({
  id: newId(),
  title: '',
  isEnabled: true,
  when: { all: [{ kind: ['process'] }] },
  threat: { title: '', description: '', priority: 'medium', categories: [], references: [] },
  mitigations: [],
});

/** Creates or edits a rule of the organization. */
export const RuleDialog = ({ rule, onClose }: Props) => {
  const { t } = useTranslation('rules');
  return (
    <Modal
      closeOnClickOutside={false}
      onClose={onClose}
      opened={rule !== null}
      size={760}
      title={rule?.title === '' ? t('new') : t('edit')}
    >
      {rule && <RuleForm onClose={onClose} rule={rule} />}
    </Modal>
  );
};

const RuleForm = ({ rule, onClose }: { rule: OwnRule; onClose: () => void }) => {
  const { t } = useTranslation('rules');
  const { t: tApp } = useTranslation();
  const [draft, setDraft] = useState(rule);
  const [isSaving, setSaving] = useState(false);
  const parsed = useMemo(() => ownRule.safeParse(draft), [draft]);

  const save = async (): Promise<void> => {
    if (!parsed.success || isSaving) return;
    setSaving(true);
    if (await changeExtensions([{ put: 'rules', item: parsed.data }])) onClose();
    else setSaving(false);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('title')}
          maxLength={500}
          onChange={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
          placeholder={t('title-hint')}
          value={draft.title}
        />
        <div>
          <h3 className={classes.section}>{t('when')}</h3>
          <ConditionEditor
            condition={draft.when}
            depth={0}
            onChange={(when) => setDraft({ ...draft, when })}
          />
        </div>
        <ThreatFields draft={draft} setDraft={setDraft} />
        <RulePreview rule={ruleToTry(draft)} />
        <DialogFooter>
          <Button onClick={onClose} variant="default">
            {tApp('cancel')}
          </Button>
          <Button disabled={!parsed.success} loading={isSaving} type="submit">
            {t('save')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};

/**
 * Returns the rule for the preview, or `null` if the rule is incomplete. Titles may be missing, because
 * only the conditions determine the suggestions.
 */
const ruleToTry = (draft: OwnRule): OwnRule | null => {
  const { title } = draft.threat;
  const threat = { ...draft.threat, title: title.trim() === '' ? '?' : title };
  return ownRule.safeParse({ ...draft, title: '?', threat }).data ?? null;
};

type FieldsProps = { draft: OwnRule; setDraft: (draft: OwnRule) => void };

const maxOffered = 20;

/**
 * The fields for the threat that the rule suggests. If the person chooses a threat of the codex, its
 * values fill the other fields.
 */
const ThreatFields = ({ draft, setDraft }: FieldsProps) => {
  const { t } = useTranslation(['rules', 'codex']);
  const { threat, mitigations } = draft;
  const templates = useThreatTemplates(true);
  const offered = matchingTemplates(templates, threat.title, maxOffered);
  const measures = useMemo(() => measuresOf(templates), [templates]);
  const change = (changes: Partial<OwnRule['threat']>): void =>
    setDraft({ ...draft, threat: { ...threat, ...changes } });

  const fill = async (title: string): Promise<void> => {
    const template = templates.find((each) => each.title === title);
    if (!template) return;
    const { mitigations: found, entryId: _, ...filled } = await withReferences(template);
    setDraft({ ...draft, threat: filled, mitigations: found });
  };

  const setMitigations = (titles: readonly string[]): void =>
    setDraft({
      ...draft,
      mitigations: titles.map((title) => {
        const known = mitigations.find((each) => each.title === title);
        const inLibrary = measures.get(title);
        const { description = '', controls = [] } = known ?? inLibrary ?? {};
        return { title, description, controls };
      }),
    });

  return (
    <>
      <Autocomplete
        {...useListInPlace()}
        data={[...new Set(offered.map(({ title }) => title))]}
        filter={({ options }) => options}
        label={t('threat')}
        maxLength={500}
        onChange={(title) => change({ title })}
        onOptionSubmit={(title) => void fill(title)}
        placeholder={t('threat-hint')}
        value={threat.title}
      />
      <Group align="flex-start" gap="md" grow>
        <NativeSelect
          data={priorities.map((value) => ({ value, label: t(`codex:priority.${value}`) }))}
          label={t('priority')}
          onChange={({ currentTarget: { value } }) => {
            if (isPriority(value)) change({ priority: value });
          }}
          value={threat.priority}
        />
        <Labeled label={t('categories')}>
          <ChipsField
            isInForm
            label={t('categories')}
            placeholder={t('categories-hint')}
            save={(categories) => change({ categories })}
            suggestions={[...libraryCategories]}
            values={threat.categories}
          />
        </Labeled>
        <Labeled label={t('references')}>
          <ChipsField
            isInForm
            label={t('references')}
            placeholder={t('references-hint')}
            save={(references) => change({ references })}
            suggestions={[]}
            values={threat.references}
          />
        </Labeled>
      </Group>
      <Textarea
        autosize
        label={t('description')}
        maxRows={8}
        minRows={2}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        value={threat.description}
      />
      <Labeled label={t('mitigations')}>
        <ChipsField
          isInForm
          label={t('mitigations')}
          placeholder={t('mitigations-hint')}
          save={setMitigations}
          suggestions={[...measures.keys()]}
          values={mitigations.map(({ title }) => title)}
        />
      </Labeled>
    </>
  );
};

/** Returns the mitigations of all threat templates, with the titles of the mitigations as keys. */
const measuresOf = (templates: readonly ThreatTemplate[]): Map<string, OwnMitigation> =>
  new Map(templates.flatMap(({ mitigations }) => mitigations.map((each) => [each.title, each])));

/**
 * Shows a label above a field. The label is hidden from screen readers, because the field has the same
 * accessible name.
 */
const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div aria-hidden className={classes.label}>
      {label}
    </div>
    {children}
  </div>
);
