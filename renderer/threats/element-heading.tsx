import { ArrowRight, Box } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { renameTo } from '../canvas/actions.ts';
import { kindOf } from '../canvas/node-kinds.ts';
import type { SelectedElement } from '../canvas/selection.ts';
import { DraftText } from '../ui/draft-text.tsx';
import classes from './inspector.module.css';

type Props = { selected: SelectedElement };

/** The kind and the title; the title is that of the element on the canvas and of its component. */
export const ElementHeading = ({ selected }: Props) => {
  const { t } = useTranslation('threats');
  const { id, data } = selected.element;

  return (
    <>
      <Kind selected={selected} />
      <DraftText
        label={t('field.title')}
        placeholder={t('untitled')}
        save={(title) => renameTo(id, title)}
        shape={selected.kind === 'edge' ? 'titleOrNone' : 'title'}
        value={data?.label ?? ''}
      />
    </>
  );
};

const Kind = ({ selected }: Props) => {
  const { t } = useTranslation('canvas');
  const type = selected.kind === 'node' ? selected.element.type : undefined;
  const kind = kindOf(type);
  const Icon = selected.kind === 'edge' ? ArrowRight : (kind?.icon ?? Box);
  const name = kind ? t(kind.name) : t('kind.other', { type: type ?? '' });
  return (
    <h2 className={classes.kind}>
      <Icon />
      {selected.kind === 'edge' ? t('kind.flow') : name}
    </h2>
  );
};
