import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { differenceKindList, type DifferenceKind } from '../canvas/compare/difference-kinds.ts';
import { DifferenceSign } from '../canvas/compare/difference-sign.tsx';
import classes from './difference-list.module.css';

type Props = {
  all: readonly CanvasDifference[];
  hidden: ReadonlySet<DifferenceKind>;
  onHide: (hidden: ReadonlySet<DifferenceKind>) => void;
};

/** How many there are of each kind, and which kinds are shown. */
export const DifferenceFilter = ({ all, hidden, onHide }: Props) => {
  const { t, i18n } = useTranslation('versions');
  const number = new Intl.NumberFormat(i18n.language);
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
