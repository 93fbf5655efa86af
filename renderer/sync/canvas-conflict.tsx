import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { CanvasDifference, type ComparedSide } from '../canvas/compare/canvas-difference.tsx';
import { DifferenceSign } from '../canvas/compare/difference-marks.tsx';
import { marksOf } from '../canvas/compare/element-marks.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { canvasChoices, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';
import { ConflictFooter, useDecision } from './conflict-footer.tsx';
import { ElementChoice, ElementName } from './element-choice.tsx';
import { FieldChoice } from './fields-conflict.tsx';
import classes from './canvas-conflict.module.css';
import dialog from './conflict-dialog.module.css';

type Props = { conflict: ConflictSummary; versions: CanvasVersions };

/**
 * Shows `mine` and `theirs` of a canvas side by side, with their differences from the base. For each
 * part that both sides changed, the person chooses a side.
 */
export const CanvasConflict = ({ conflict, versions }: Props) => {
  const { t } = useTranslation('sync');
  const [isOriginShown, showOrigin] = useState(false);
  const [selected, setSelected] = useState<{ key: string } | null>(null);
  const sides = useSides(versions);
  const { toDecide, merged } = useMemo(
    () => canvasChoices(versions, { mine: sides.mine.marks, theirs: sides.theirs.marks }),
    [versions, sides],
  );
  const keys = [...versions.fields.map(({ field }) => field), ...toDecide.map(({ key }) => key)];
  const decision = useDecision(conflict, keys);
  const flyTo = (key: string): void => setSelected({ key });
  const panes = useMemo(
    () => [...(isOriginShown ? [sides.origin] : []), sides.mine, sides.theirs],
    [isOriginShown, sides],
  );

  return (
    <>
      <div className={classes.work}>
        <CanvasDifference onSelect={flyTo} selected={selected} sides={panes}>
          <Switch
            checked={isOriginShown}
            classNames={{ track: classes.track }}
            label={t('conflict.show-origin')}
            onChange={(event) => showOrigin(event.currentTarget.checked)}
            size="xs"
          />
        </CanvasDifference>
        <div className={classes.list}>
          <p className={dialog.about}>{t('conflict.about-canvas')}</p>
          {versions.fields.map((field) => (
            <FieldChoice
              choice={decision.choices[field.field]}
              field={field}
              key={field.field}
              kind={conflict.kind}
              onChoose={(choice) => decision.choose(field.field, choice)}
            />
          ))}
          {toDecide.map((changed) => (
            <ElementChoice
              changed={changed}
              choice={decision.choices[changed.key]}
              isSelected={selected?.key === changed.key}
              key={changed.key}
              onChoose={(choice) => decision.choose(changed.key, choice)}
              onFly={() => flyTo(changed.key)}
              versions={versions}
            />
          ))}
          {merged.length > 0 && (
            <MergedElements
              merged={merged}
              onFly={flyTo}
              selected={selected?.key ?? null}
              versions={versions}
            />
          )}
        </div>
      </div>
      <ConflictFooter decision={decision} />
    </>
  );
};

const useSides = (versions: CanvasVersions): Record<'origin' | 'mine' | 'theirs', ComparedSide> => {
  const { t } = useTranslation('sync');
  return useMemo(() => {
    const { base, mine, theirs } = versions;
    return {
      origin: { id: 'origin', title: t('conflict.origin'), document: base, marks: [] },
      mine: { id: 'mine', title: t('conflict.mine'), document: mine, marks: marksOf(base, mine) },
      theirs: {
        id: 'theirs',
        title: t('conflict.theirs'),
        document: theirs,
        marks: marksOf(base, theirs),
      },
    };
  }, [versions, t]);
};

type MergedElementsProps = {
  merged: readonly ChangedElement[];
  versions: CanvasVersions;
  selected: string | null;
  onFly: (key: string) => void;
};

const initialCount = 50;

/**
 * The elements whose changes were merged automatically. They are listed so that no change goes
 * unnoticed.
 */
const MergedElements = ({ merged, versions, selected, onFly }: MergedElementsProps) => {
  const { t } = useTranslation('sync');
  const { visible, hidden, showMore } = useBeginning(merged, initialCount);
  return (
    <section aria-label={t('conflict.merged')} className={classes.merged}>
      <h3 className={classes.mergedTitle}>{t('conflict.merged')}</h3>
      <p className={classes.hint}>{t('conflict.merged-explain')}</p>
      <ul className={classes.mergedList}>
        {visible.map((changed) => (
          <li className={classes.mergedLine} key={changed.key}>
            <ElementName
              changed={changed}
              isSelected={selected === changed.key}
              onFly={() => onFly(changed.key)}
              versions={versions}
            />
            {(['mine', 'theirs'] as const).map(
              (side) =>
                changed[side] && (
                  <span className={classes.mergedSide} key={side}>
                    {t(`conflict.${side}`)}
                    <DifferenceSign kind={changed[side].kind} />
                  </span>
                ),
            )}
          </li>
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};
