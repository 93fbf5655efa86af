import { Chip, NativeSelect, NumberInput } from '@mantine/core';
import { dataClassifications } from '#shared/canvas/security-properties.ts';
import { partKinds } from '#shared/suggestions/drawn-system.ts';
import { protections, type Condition } from '#shared/suggestions/rule-schema.ts';
import { useLibraryAttributes } from '../../kernel/codex/library-attributes.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { ChipsField } from '../../ui/fields/chips-field.tsx';
import { hasProperties, type ConditionOf } from './condition-types.ts';
import classes from './rules.module.css';

type Props<Shown extends Condition = Condition> = {
  condition: Shown;
  onChange: (condition: Condition) => void;
};

/** Shows the fields of a condition, except for its type. */
export const ConditionValue = ({ condition, onChange }: Props) => {
  if ('kind' in condition) return <Kinds condition={condition} onChange={onChange} />;
  if ('attribute' in condition) return <Attributes condition={condition} onChange={onChange} />;
  if ('lacks' in condition) return <Lacks condition={condition} onChange={onChange} />;
  if ('has' in condition) return <Has condition={condition} onChange={onChange} />;
  if ('data' in condition) return <Data condition={condition} onChange={onChange} />;
  if ('protocol' in condition) return <Protocols condition={condition} onChange={onChange} />;
  if ('crosses' in condition) return <Crosses condition={condition} onChange={onChange} />;
  if ('trust' in condition) return <Trust condition={condition} onChange={onChange} />;
  return null;
};

const Kinds = ({ condition, onChange }: Props<ConditionOf<'kind'>>) => {
  const { t } = useTranslation('rules');
  const chosen = new Set([condition.kind].flat());
  return (
    <div aria-label={t('kinds')} className={classes.chips} role="group">
      {partKinds.map((kind) => (
        <Chip
          checked={chosen.has(kind)}
          key={kind}
          onChange={(isChosen) =>
            onChange({
              kind: partKinds.filter((each) => (each === kind ? isChosen : chosen.has(each))),
            })
          }
          size="xs"
        >
          {t(`kind.${kind}`)}
        </Chip>
      ))}
    </div>
  );
};

const Attributes = ({ condition, onChange }: Props<ConditionOf<'attribute'>>) => {
  const { t } = useTranslation('rules');
  const known = useLibraryAttributes();
  return (
    <div className={classes.grow}>
      <ChipsField
        isInForm
        label={t('attributes')}
        placeholder={t('attributes-hint')}
        save={(attribute) => onChange({ attribute })}
        suggestions={known.map(({ title }) => title)}
        values={[condition.attribute].flat()}
      />
    </div>
  );
};

type ChoiceProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  textOf: (value: Value) => string;
  value: Value;
  onChoose: (value: Value) => void;
};

const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { label, values, textOf, value, onChoose } = props;
  return (
    <NativeSelect
      aria-label={label}
      data={values.map((each) => ({ value: each, label: textOf(each) }))}
      onChange={({ currentTarget }) => {
        const chosen = values.find((each) => each === currentTarget.value);
        if (chosen) onChoose(chosen);
      }}
      size="xs"
      value={value}
    />
  );
};

const knowledge = ['any', 'said', 'unknown'] as const;

const Lacks = ({ condition, onChange }: Props<ConditionOf<'lacks'>>) => {
  const { t } = useTranslation(['rules', 'security']);
  const { lacks, known } = condition;
  return (
    <>
      <Choice
        label={t('property')}
        onChoose={(next) => onChange({ ...condition, lacks: next })}
        textOf={(each) => t(`security:property.${each}`)}
        value={lacks}
        values={protections}
      />
      <Choice
        label={t('known.label')}
        onChoose={(next) => onChange(next === 'any' ? { lacks } : { lacks, known: next })}
        textOf={(each) => t(`known.${each}`)}
        value={known ?? 'any'}
        values={knowledge}
      />
    </>
  );
};

const Has = ({ condition, onChange }: Props<ConditionOf<'has'>>) => {
  const { t } = useTranslation('rules');
  return (
    <Choice
      label={t('property')}
      onChoose={(has) => onChange({ has })}
      textOf={(each) => t(`has.${each}`)}
      value={condition.has}
      values={hasProperties}
    />
  );
};

const Data = ({ condition, onChange }: Props<ConditionOf<'data'>>) => {
  const { t } = useTranslation('rules');
  return (
    <Choice
      label={t('classification')}
      onChoose={(data) => onChange({ data })}
      textOf={(each) => t(`data.${each}`)}
      value={condition.data}
      values={dataClassifications}
    />
  );
};

const commonProtocols = ['HTTP', 'FTP', 'Telnet', 'SMTP', 'LDAP', 'MQTT', 'gRPC', 'WebSocket'];

const Protocols = ({ condition, onChange }: Props<ConditionOf<'protocol'>>) => {
  const { t } = useTranslation('rules');
  return (
    <div className={classes.grow}>
      <ChipsField
        isInForm
        label={t('protocols')}
        placeholder={t('protocols-hint')}
        save={(protocol) => onChange({ protocol })}
        suggestions={commonProtocols}
        values={[condition.protocol].flat()}
      />
    </div>
  );
};

const directions = ['any', 'inward', 'outward'] as const;

const Crosses = ({ condition, onChange }: Props<ConditionOf<'crosses'>>) => {
  const { t } = useTranslation('rules');
  return (
    <Choice
      label={t('direction')}
      onChoose={(crosses) => onChange({ crosses })}
      textOf={(each) => t(`crosses.${each}`)}
      value={condition.crosses}
      values={directions}
    />
  );
};

const levels = { allowDecimal: false, hideControls: true, max: 100, min: 0 } as const;

const Trust = ({ condition: { trust }, onChange }: Props<ConditionOf<'trust'>>) => {
  const { t } = useTranslation('rules');
  const field = (name: 'atLeast' | 'atMost') => (
    <NumberInput
      {...levels}
      aria-label={t(`trust.${name}`)}
      className={classes.level}
      onChange={(value) => {
        const { [name]: _, ...other } = trust;
        onChange({ trust: typeof value === 'number' ? { ...other, [name]: value } : other });
      }}
      placeholder={t(`trust.${name}`)}
      size="xs"
      value={trust[name] ?? ''}
    />
  );
  return (
    <>
      {field('atLeast')}
      {field('atMost')}
    </>
  );
};
