import { Radio } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ImportComparison } from '#shared/desktop/import-merge.ts';
import { elementKey } from '#shared/merge/merge-import.ts';
import { CanvasDifference } from '../canvas/compare/canvas-difference.tsx';
import { marksOf } from '../canvas/compare/element-marks.ts';
import type { ImportReviewer } from '../files/merge-dialog.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { canvasChoices } from '../sync/canvas-choices.ts';
import { ElementChoice } from '../sync/element-choice.tsx';
import { FieldChoice } from '../sync/fields-conflict.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import classes from './import-review.module.css';

type ReviewProps = Parameters<ImportReviewer>[0];
type Choosing = Pick<ReviewProps, 'choices' | 'onChoose'>;

const initialCount = 50;

/**
 * Lists the conflicts of a merge: drawings first, then records. For each conflict, the person chooses a
 * side.
 */
export const ImportConflicts = ({ comparison, ...choosing }: ReviewProps) => {
  const { drawings, conflicts } = comparison;
  const { visible, hidden, showMore } = useBeginning(conflicts, initialCount);
  return (
    <div className={classes.scroll}>
      {drawings.map((drawing) => (
        <DrawingConflict drawing={drawing} key={drawing.canvasId} {...choosing} />
      ))}
      {visible.map((conflict) => (
        <RecordConflict conflict={conflict} key={conflict.key} {...choosing} />
      ))}
      <MoreButton hidden={hidden} onClick={showMore} />
    </div>
  );
};

type DrawingProps = Choosing & { drawing: ImportComparison['drawings'][number] };

const DrawingConflict = ({ drawing, choices, onChoose }: DrawingProps) => {
  const { t } = useTranslation('exports');
  const [selected, setSelected] = useState<{ key: string } | null>(null);
  const { canvasId, title, base, mine, theirs } = drawing;
  const marks = useMemo(
    () => ({ mine: marksOf(base, mine), theirs: marksOf(base, theirs) }),
    [base, mine, theirs],
  );
  const sides = useMemo(
    () => [
      { id: 'mine', title: t('merge.now'), document: mine, marks: marks.mine },
      { id: 'theirs', title: t('merge.in-file'), document: theirs, marks: marks.theirs },
    ],
    [mine, theirs, marks, t],
  );
  const { toDecide } = useMemo(() => canvasChoices(drawing, marks), [drawing, marks]);
  const { visible, hidden, showMore } = useBeginning(toDecide, initialCount);
  const versions = { ...drawing, type: 'canvas' as const, fields: [] };
  return (
    <section aria-label={title} className={classes.conflict}>
      <h3 className={classes.title} dir="auto">
        {title}
      </h3>
      <div className={classes.drawing}>
        <CanvasDifference
          onSelect={(key) => setSelected({ key })}
          selected={selected}
          sides={sides}
        />
        <div className={classes.elements}>
          {visible.map((changed) => {
            const key = elementKey(canvasId, changed.element, changed.id);
            return (
              <ElementChoice
                changed={changed}
                choice={choices[key]}
                isSelected={selected?.key === changed.key}
                key={key}
                onChoose={(choice) => onChoose({ [key]: choice })}
                onFly={() => setSelected({ key: changed.key })}
                versions={versions}
              />
            );
          })}
          <MoreButton hidden={hidden} onClick={showMore} />
        </div>
      </div>
    </section>
  );
};

type RecordProps = Choosing & { conflict: ImportComparison['conflicts'][number] };

const RecordConflict = ({ conflict, choices, onChoose }: RecordProps) => {
  const { t } = useTranslation('exports');
  const { key, kind, title, ancestors: place, field, deletedBy } = conflict;
  const choose = (choice: 'mine' | 'theirs'): void => onChoose({ [key]: choice });
  return (
    <section aria-label={title} className={classes.conflict}>
      <h3 className={classes.title} dir="auto">
        {title} <span className={classes.place}>{place.join(' › ')}</span>
      </h3>
      {field ? (
        <FieldChoice
          choice={choices[key]}
          field={field}
          kind={kind}
          onChoose={choose}
          where={{ mine: t('merge.mine-where'), theirs: t('merge.theirs-where') }}
        />
      ) : (
        <Radio.Group
          aria-label={t('merge.deletion', { what: title })}
          description={t(deletedBy === 'mine' ? 'merge.deleted-here' : 'merge.deleted-there')}
          onChange={(value) => choose(value === 'mine' ? 'mine' : 'theirs')}
          value={choices[key] ?? null}
        >
          {(['mine', 'theirs'] as const).map((side) => (
            <Radio
              key={side}
              label={t(side === deletedBy ? 'merge.deleted' : 'merge.kept')}
              mt={6}
              value={side}
            />
          ))}
        </Radio.Group>
      )}
    </section>
  );
};
