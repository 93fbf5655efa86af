import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '../collections/use-place.ts';

/** The window is named for what is open, as the system's window list shows it. */
export const useWindowTitle = (): void => {
  const { t } = useTranslation();
  const { model } = usePlace();
  const name = t('name');
  const title = model ? `${model.title} – ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
