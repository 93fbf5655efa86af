import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lineDifferences, type ShownLine } from './line-differences.ts';
import classes from './choice.module.css';

type Props = { origin: string | null; text: string | null };

/** A value; where it has several lines, with what it has and has not of its origin marked. */
export const ShownText = ({ origin, text }: Props) => {
  const { t } = useTranslation('sync');
  if (text === null) return <span className={classes.none}>{t('value.empty')}</span>;
  const isProse = text.includes('\n') || origin?.includes('\n') === true;
  if (!isProse) {
    return (
      <span className={classes.value} dir="auto">
        {text}
      </span>
    );
  }
  const lines = lineDifferences(origin ?? '', text).map((line, at) => ({ ...line, at }));
  return (
    <span className={classes.lines}>
      {lines.map((line) => (
        <Line key={line.at} line={line} />
      ))}
    </span>
  );
};

const Line = ({ line: { mark, text } }: { line: ShownLine }) => {
  const { t } = useTranslation('sync');
  if (mark === 'same') {
    return (
      <span className={classes.textLine} dir="auto">
        {text}
      </span>
    );
  }
  const Element = mark === 'added' ? 'ins' : 'del';
  return (
    <Element className={classes.textLine} data-mark={mark} dir="auto">
      <VisuallyHidden>{t(`conflict.line-${mark}`)} </VisuallyHidden>
      {text}
    </Element>
  );
};
