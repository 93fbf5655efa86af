import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { queries } from '../app/desktop.ts';
import { differenceKindList, differenceKinds } from '../canvas/compare/difference-kinds.ts';
import classes from './history-view.module.css';

/** Of a larger drawing the store would be busy with it for longer than a gesture may wait. */
const mostCompared = 6000;

/** How much has changed since a version; found out when it is in sight. */
export const VersionSize = ({ version: { id, nodes, flows } }: { version: CanvasVersion }) => {
  const { t } = useTranslation('versions');
  const { ref, entry } = useIntersection();
  const { data } = useQuery(
    queries.versions.size.queryOptions({
      input: { id },
      enabled: entry?.isIntersecting === true && nodes + flows <= mostCompared,
    }),
  );
  const counts = data
    ? differenceKindList.map((kind) => ({ kind, count: data[kind] })).filter((each) => each.count)
    : null;
  return (
    <span className={classes.size} ref={ref}>
      {counts?.length === 0 && <span className={classes.same}>{t('size.none')}</span>}
      {counts?.map(({ kind, count }) => {
        const { icon: Icon } = differenceKinds[kind];
        const words = t(`size.${kind}`, { count });
        return (
          <span className={classes.kind} data-difference={kind} key={kind} title={words}>
            <Icon aria-label={words} role="img" size={11} strokeWidth={2.5} />
            <span aria-hidden>{count}</span>
          </span>
        );
      })}
    </span>
  );
};
