import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { CanvasDifference, type ComparedSide } from '../canvas/compare/canvas-difference.tsx';
import { marksOf } from '../canvas/compare/element-marks.ts';
import { canvasChoices, type CanvasVersions } from './canvas-choices.ts';
import { ConflictFooter } from './conflict-footer.tsx';
import { ElementChoice } from './element-choice.tsx';
import { FieldChoice } from './field-choice.tsx';
import { MergedElements } from './merged-elements.tsx';
import { useDecision } from './use-decision.ts';
import classes from './canvas-conflict.module.css';
import dialog from './conflict-dialog.module.css';

type Props = { conflict: ConflictSummary; versions: CanvasVersions };

/** Two drawings side by side, what differs in them, and a choice for each of what both changed. */
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
  const shown = useMemo(
    () => [...(isOriginShown ? [sides.origin] : []), sides.mine, sides.theirs],
    [isOriginShown, sides],
  );

  return (
    <>
      <div className={classes.work}>
        <CanvasDifference onSelect={flyTo} selected={selected} sides={shown}>
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
