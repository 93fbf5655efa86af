import i18next from 'i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { fullTime } from '../ui/relative-time.ts';

/** What a person called it, or why it was made and when. */
export const versionName = ({ title, reason, madeAt }: CanvasVersion): string =>
  title ??
  `${i18next.t(`reason.${reason}`, { ns: 'versions' })}, ${fullTime(madeAt, i18next.language)}`;
