import { ActionIcon, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, CircleCheck } from 'lucide-react';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { language } from '#shared/locales/texts.ts';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import {
  differenceKindList,
  differenceKinds,
  DifferenceSign,
  type DifferenceKind,
} from '../canvas/compare/difference-marks.tsx';
import { changedFields } from '../canvas/compare/element-fields.ts';
import { keyOf } from '../canvas/compare/element-marks.ts';
import { ElementName } from '../canvas/compare/element-name.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { useFirstFocus } from '../ui/focus.ts';
import { Keys } from '../ui/keys.tsx';
import classes from './difference-list.module.css';

type Props = {
  all: readonly CanvasDifference[];
  /** The differences of the kinds that are shown, sorted by kind. */
  ordered: readonly CanvasDifference[];
  hidden: ReadonlySet<DifferenceKind>;
  onHide: (hidden: ReadonlySet<DifferenceKind>) => void;
  versions: { one: CanvasDocument; other: CanvasDocument };
  /** The index of the selected difference in `ordered`, or -1 if no difference is selected. */
  index: number;
  onFly: (key: string) => void;
  onStep: (by: number) => void;
  /** The differences between threats. They are below the differences between elements. */
  children: ReactNode;
};

/**
 * The number of rows that the list shows at first, and adds each time that the person asks for more.
 * There may be thousands of differences.
 */
const pageSize = 100;

/** The differences between two versions, in words. */
export const DifferenceList = ({
  all,
  ordered,
  versions,
  index,
  onFly,
  children,
  ...props
}: Props) => {
  const { t } = useTranslation('versions');
  const { t: tCanvas } = useTranslation('canvas');
  const [limit, setLimit] = useState(pageSize);
  const visible = ordered.slice(0, Math.max(limit, index + 1));
  const more = ordered.length - visible.length;
  const current = ordered[index];
  const head = useFirstFocus();
  return (
    <section aria-label={t('differences.label')} className={classes.side}>
      <div className={classes.head} ref={head}>
        <strong className={classes.count}>
          {index < 0
            ? t('differences.count', { count: ordered.length })
            : t('differences.place', { place: index + 1, count: ordered.length })}
        </strong>
        <StepButton icon="up" isOn={ordered.length > 0} onClick={() => props.onStep(-1)} />
        <StepButton icon="down" isOn={ordered.length > 0} onClick={() => props.onStep(1)} />
      </div>
      {all.length > 0 && <DifferenceFilter all={all} {...props} />}
      <VisuallyHidden role="status">
        {current &&
          t('differences.spoken', {
            kind: tCanvas(differenceKinds[current.kind].textKey),
            name: current.label,
            place: index + 1,
            count: ordered.length,
          })}
      </VisuallyHidden>
      {ordered.length === 0 && (
        <p className={classes.empty}>
          {all.length === 0 && <CircleCheck aria-hidden size={16} />}
          {t(all.length === 0 ? 'differences.none' : 'differences.hidden')}
        </p>
      )}
      <div className={classes.scroll}>
        {differenceKindList.map((kind) => {
          const ofKind = visible.filter((difference) => difference.kind === kind);
          return (
            ofKind.length > 0 && (
              <ul
                aria-label={tCanvas(differenceKinds[kind].textKey)}
                className={classes.group}
                key={kind}
              >
                {ofKind.map((difference) => (
                  <DifferenceItem
                    difference={difference}
                    isSelected={difference === current}
                    key={keyOf(difference)}
                    onFly={onFly}
                    versions={versions}
                  />
                ))}
              </ul>
            )
          );
        })}
        {more > 0 && (
          <UnstyledButton
            className={classes.more}
            onClick={() => setLimit(visible.length + pageSize)}
          >
            {t('differences.more', { count: more })}
          </UnstyledButton>
        )}
        {children}
      </div>
    </section>
  );
};

const stepButtons = {
  up: { text: 'differences.previous', shortcut: 'k', Icon: ChevronUp },
  down: { text: 'differences.next', shortcut: 'j', Icon: ChevronDown },
} as const;

type StepProps = { icon: keyof typeof stepButtons; isOn: boolean; onClick: () => void };

const StepButton = ({ icon, isOn, onClick }: StepProps) => {
  const { t } = useTranslation('versions');
  const { text, shortcut, Icon } = stepButtons[icon];
  return (
    <Tooltip
      label={
        <span className={classes.tooltip}>
          {t(text)}
          <Keys shortcut={shortcut} />
        </span>
      }
    >
      <ActionIcon
        aria-label={t(text)}
        data-autofocus={icon === 'down' || undefined}
        disabled={!isOn}
        onClick={onClick}
      >
        <Icon />
      </ActionIcon>
    </Tooltip>
  );
};

type DifferenceFilterProps = {
  all: readonly CanvasDifference[];
  hidden: ReadonlySet<DifferenceKind>;
  onHide: (hidden: ReadonlySet<DifferenceKind>) => void;
};

/** The number of differences per kind, and toggles that hide a kind. */
const DifferenceFilter = ({ all, hidden, onHide }: DifferenceFilterProps) => {
  const { t } = useTranslation('versions');
  const number = new Intl.NumberFormat(language());
  const toggle = (kind: DifferenceKind): void => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    onHide(next);
  };
  return (
    <div aria-label={t('differences.filter')} className={classes.filter} role="group">
      {differenceKindList.map((kind) => {
        const count = all.filter((difference) => difference.kind === kind).length;
        return (
          count > 0 && (
            <UnstyledButton
              aria-pressed={!hidden.has(kind)}
              className={classes.chip}
              key={kind}
              onClick={() => toggle(kind)}
            >
              <DifferenceSign kind={kind} />
              <span className={classes.number}>{number.format(count)}</span>
            </UnstyledButton>
          )
        );
      })}
    </div>
  );
};

type DifferenceItemProps = {
  difference: CanvasDifference;
  versions: { one: CanvasDocument; other: CanvasDocument };
  isSelected: boolean;
  onFly: (key: string) => void;
};

/** One element that differs, and its changes. */
const DifferenceItem = memo(({ difference, versions, isSelected, onFly }: DifferenceItemProps) => {
  const { t } = useTranslation('canvas');
  const item = useRef<HTMLLIElement>(null);
  const { element, id, kind, label } = difference;
  const type =
    element === 'node'
      ? (nodeById(versions.other, id) ?? nodeById(versions.one, id))?.type
      : undefined;

  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);

  return (
    <li className={classes.item} data-selected={isSelected || undefined} ref={item}>
      <ElementName
        element={element}
        isSelected={isSelected}
        label={label}
        onFly={() => onFly(keyOf(difference))}
        type={type}
      />
      <span className={classes.what}>
        <DifferenceSign kind={kind} />
      </span>
      {changedFields(versions, difference).map(({ name, before, after }) => (
        <span className={classes.field} dir="auto" key={name}>
          {before === null || after === null
            ? name
            : t('compare.field-change', { name, before, after })}
        </span>
      ))}
    </li>
  );
});
