import { useTranslation } from 'react-i18next';
import { relativeTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import type { recentModels } from './arrange.ts';
import { ModelLink } from './model-link.tsx';
import classes from './recent-models.module.css';

type RecentModelsProps = { recent: ReturnType<typeof recentModels> };

export const RecentModels = ({ recent }: RecentModelsProps) => {
  const { t, i18n } = useTranslation('collections');
  const now = useNow();
  const threatsOf = (count: number): string =>
    count > 0 ? t('open-threats', { count }) : t('no-open-threats');
  return (
    <section>
      <h2 className={classes.title}>{t('recent')}</h2>
      <div className={classes.cards}>
        {recent.map(({ collection, model }) => (
          <ModelLink className={classes.card} key={model.id} model={model}>
            <strong className={classes.name} dir="auto">
              {model.title}
            </strong>
            <span className={classes.line} dir="auto">
              {collection.title}
            </span>
            <span className={classes.facts}>
              <span>{model.isHere ? threatsOf(model.openThreatCount) : t('not-here')}</span>
              <span>{relativeTime(model.updated_at, now, i18n.language)}</span>
            </span>
          </ModelLink>
        ))}
      </div>
    </section>
  );
};
