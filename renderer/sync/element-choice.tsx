import { useId } from 'react';
import { nodeById } from '#shared/canvas/lookup.ts';
import { DifferenceSign } from '../canvas/compare/difference-marks.tsx';
import { fieldName, isDrawn, valueOf, valueText } from '../canvas/compare/element-fields.ts';
import { ElementName as Name } from '../canvas/compare/element-name.tsx';
import { kindName } from '../canvas/words/spoken.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import {
  elementIn,
  elementOf,
  labelIn,
  type CanvasVersions,
  type ChangedElement,
} from './canvas-choices.ts';
import type { Choice } from './conflict-choices.ts';
import classes from './canvas-conflict.module.css';
import card from './choice.module.css';

/**
 * Returns the fields of an element that one side changed, with their values on that side. Leaves out
 * fields that are visible in the drawing.
 */
const elementValues = (
  versions: CanvasVersions,
  changed: ChangedElement,
  side: Choice,
): { field: string; text: string }[] => {
  const element = elementIn(versions[side], changed);
  const fields = changed[side]?.kind === 'changed' ? changed[side].fields : [];
  if (!element) return [];
  return fields
    .filter((field) => !isDrawn(field))
    .map((field) => ({
      field,
      text: `${fieldName(field)}: ${valueText(valueOf(element, field))}`,
    }));
};

type ElementNameProps = {
  changed: ChangedElement;
  versions: CanvasVersions;
  isSelected: boolean;
  onFly: () => void;
};

/** The name of a changed element, as a button that shows the element in the drawings. */
export const ElementName = ({ changed, versions, ...button }: ElementNameProps) => {
  const { element } = changed;
  const type = typeOf(versions, changed);
  return <Name element={element} label={nameOf(versions, changed)} type={type} {...button} />;
};

const typeOf = (versions: CanvasVersions, changed: ChangedElement): string | undefined =>
  changed.element === 'edge' ? 'flow' : elementOf(versions, changed)?.type;

/**
 * Returns the name of an element in `mine`, or else in `theirs`, or else in the base. A flow without a
 * name is named after its ends. Returns `null` if no version has a name for the element.
 */
const nameOf = (versions: CanvasVersions, changed: ChangedElement): string | null => {
  const documents = [versions.mine, versions.theirs, versions.base];
  const label = documents.map((document) => labelIn(document, changed)).find(Boolean);
  if (label) return label;
  for (const document of documents) {
    const flow = changed.element === 'edge' && document.edges.find(({ id }) => id === changed.id);
    if (!flow) continue;
    const [from, to] = [flow.source, flow.target].map((id) => nodeById(document, id)?.data.label);
    if (from && to) return `${from} → ${to}`;
  }
  return null;
};

type ElementChoiceProps = {
  changed: ChangedElement;
  versions: CanvasVersions;
  choice: Choice | undefined;
  isSelected: boolean;
  onChoose: (choice: Choice) => void;
  onFly: () => void;
};

/**
 * An element that both sides changed, with the changes of each side and the choice between the two
 * sides.
 */
export const ElementChoice = ({
  changed,
  versions,
  choice,
  onChoose,
  ...name
}: ElementChoiceProps) => {
  const { t } = useTranslation('sync');
  const group = useId();
  const type = typeOf(versions, changed);
  const what = nameOf(versions, changed) ?? kindName(type);
  return (
    <div aria-label={t('conflict.choice', { what })} className={classes.choice} role="radiogroup">
      <ElementName changed={changed} versions={versions} {...name} />
      <div className={classes.pair}>
        {(['mine', 'theirs'] as const).map((side) => (
          <label className={card.card} data-chosen={choice === side || undefined} key={side}>
            <span className={card.side}>
              <input
                checked={choice === side}
                name={group}
                onChange={() => {
                  onChoose(side);
                  name.onFly();
                }}
                type="radio"
              />
              {t(`conflict.${side}`)}
            </span>
            {changed[side] ? (
              <DifferenceSign kind={changed[side].kind} />
            ) : (
              <span className={card.sideHint}>{t('conflict.unchanged')}</span>
            )}
            {elementValues(versions, changed, side).map(({ field, text }) => (
              <span className={classes.value} dir="auto" key={field}>
                {text}
              </span>
            ))}
          </label>
        ))}
      </div>
    </div>
  );
};
