import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { deepestCondition } from '#shared/suggestions/own-rule.ts';
import type { Condition } from '#shared/suggestions/rule-schema.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { asType, conditionTypes, typeOf } from './condition-types.ts';
import { ConditionValue } from './condition-value.tsx';
import classes from './rules.module.css';

type Props = {
  condition: Condition;
  onChange: (condition: Condition) => void;
  /**
   * Removes the condition. Only the conditions of a group with at least two conditions have this
   * function, because an enclosing condition needs at least one inner condition.
   */
  onRemove?: () => void;
  /** The number of enclosing conditions. */
  depth: number;
  /**
   * True inside “not”. “lacks” is not offered there, because “not lacks” would match elements with the
   * protection, and a protection must never lead to a suggestion.
   */
  isNegated?: boolean;
};

/** An editor for a condition and the conditions inside it. */
export const ConditionEditor = (props: Props) => {
  const { condition, onChange, onRemove, depth, isNegated = false } = props;
  const { t } = useTranslation('rules');
  const type = typeOf(condition);
  const offered = conditionTypes.filter(
    (each) =>
      each === type ||
      ((depth < deepestCondition - 1 || !isOuter(each)) && !(isNegated && each === 'lacks')),
  );
  return (
    <div className={classes.condition}>
      <div className={classes.line}>
        <NativeSelect
          aria-label={t('condition.label')}
          className={classes.type}
          data={offered.map((value) => ({ value, label: t(`condition.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = conditionTypes.find((each) => each === value);
            if (chosen) onChange(asType(chosen, condition));
          }}
          size="xs"
          value={type}
        />
        <div className={classes.values}>
          <ConditionValue condition={condition} onChange={onChange} />
        </div>
        {onRemove && (
          <ActionIcon aria-label={t('remove-condition')} onClick={onRemove} size="sm">
            <X size={14} />
          </ActionIcon>
        )}
      </div>
      <Inner {...props} isNegated={isNegated || 'not' in condition} />
    </div>
  );
};

const outer = [
  'all',
  'any',
  'not',
  'inside',
  'neighbor',
  'source',
  'target',
  'incoming',
  'outgoing',
] as const;
const isOuter = (type: string): boolean => outer.some((each) => each === type);

const Inner = ({ condition, onChange, depth, isNegated = false }: Props) => {
  const shared = { depth: depth + 1, isNegated };
  if ('all' in condition) {
    return <Members {...shared} members={condition.all} onChange={(all) => onChange({ all })} />;
  }
  if ('any' in condition) {
    return <Members {...shared} members={condition.any} onChange={(any) => onChange({ any })} />;
  }
  const wrapped = wrappedIn(condition);
  if (!wrapped) return null;
  return (
    <div className={classes.inner}>
      <ConditionEditor
        {...shared}
        condition={wrapped.inner}
        onChange={(next) => onChange(wrapped.around(next))}
      />
    </div>
  );
};

type Wrapped = { inner: Condition; around: (inner: Condition) => Condition };

const wrappedIn = (condition: Condition): Wrapped | null => {
  if ('not' in condition) return { inner: condition.not, around: (not) => ({ not }) };
  if ('inside' in condition) return { inner: condition.inside, around: (inside) => ({ inside }) };
  if ('neighbor' in condition) {
    return { inner: condition.neighbor, around: (neighbor) => ({ neighbor }) };
  }
  if ('source' in condition) return { inner: condition.source, around: (source) => ({ source }) };
  if ('target' in condition) return { inner: condition.target, around: (target) => ({ target }) };
  if ('incoming' in condition) {
    return { inner: condition.incoming, around: (incoming) => ({ incoming }) };
  }
  if ('outgoing' in condition) {
    return { inner: condition.outgoing, around: (outgoing) => ({ outgoing }) };
  }
  return null;
};

type MembersProps = {
  members: readonly Condition[];
  onChange: (members: Condition[]) => void;
  depth: number;
  isNegated: boolean;
};

const Members = ({ members, onChange, ...shared }: MembersProps) => {
  const { t } = useTranslation('rules');
  return (
    <div className={classes.inner}>
      {members.map((member, at) => (
        <ConditionEditor
          {...shared}
          condition={member}
          // The index is the key, because conditions have no IDs.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          onChange={(next) => onChange(members.with(at, next))}
          {...(members.length > 1 && { onRemove: () => onChange(members.toSpliced(at, 1)) })}
        />
      ))}
      <Button
        leftSection={<Plus size={13} />}
        onClick={() => onChange([...members, { attribute: [] }])}
        size="compact-xs"
        variant="subtle"
      >
        {t('add-condition')}
      </Button>
    </div>
  );
};
