import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';
import { changedFields } from '../canvas/compare/changed-fields.ts';
import { DifferenceSign } from '../canvas/compare/difference-sign.tsx';
import { keyOf } from '../canvas/compare/element-marks.ts';
import { ElementName } from '../canvas/compare/element-name.tsx';
import classes from './difference-list.module.css';

type Props = {
  difference: CanvasDifference;
  versions: { one: CanvasDocument; other: CanvasDocument };
  isSelected: boolean;
  onFly: (key: string) => void;
};

/** One element that differs, and what of it has changed. */
export const DifferenceItem = memo(({ difference, versions, isSelected, onFly }: Props) => {
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
            : t('compare.fieldChange', { name, before, after })}
        </span>
      ))}
    </li>
  );
});
