import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, BookmarkPlus, GitCompare } from 'lucide-react';
import { useEffect } from 'react';
import { language } from '#shared/locales/texts.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { compareWithNow } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { NameField } from '../ui/fields/name-field.tsx';
import { useFocusBack } from '../ui/focus.ts';
import { dayText, fullTime, relativeTime, useNow } from '../ui/relative-time.ts';
import { endNaming, namePresent, reviewModel, startNaming, useNaming } from './version-changes.tsx';
import classes from './history-view.module.css';

/**
 * Lets the person name the present version or mark the model as reviewed. Also shows the last review of
 * the model.
 */
export const VersionBar = ({ canvasId }: { canvasId: string }) => {
  const { t } = useTranslation('versions');
  const { naming, before } = useNaming();
  const now = new Date(useNow()).toISOString();
  const modelId = useCanvas((canvas) => canvas.modelId);
  const nameButton = useFocusBack(naming === 'version', before);
  const reviewButton = useFocusBack(naming === 'review', before);

  useEffect(() => endNaming, []);

  if (naming !== null) {
    const isReview = naming === 'review';
    return (
      <div className={classes.bar}>
        <span className={classes.field}>
          <NameField
            isNew
            key={naming}
            label={t(isReview ? 'review.name' : 'name-of-new')}
            name={
              isReview
                ? t('review.new-name', { date: dayText(now, language()) })
                : t('new-name', { time: fullTime(now, language()) })
            }
            onDone={endNaming}
            rename={(title) => {
              if (!isReview) void namePresent(canvasId, title);
              else if (modelId !== null) void reviewModel(modelId, title);
            }}
          />
        </span>
      </div>
    );
  }
  return (
    <div className={classes.bar}>
      <Button
        leftSection={<BookmarkPlus size={14} />}
        onClick={() => startNaming('version', null)}
        ref={nameButton}
        size="xs"
        variant="default"
      >
        {t('name-present')}
      </Button>
      <Button
        disabled={modelId === null}
        leftSection={<BadgeCheck size={14} />}
        onClick={() => startNaming('review', null)}
        ref={reviewButton}
        size="xs"
        variant="default"
      >
        {t('review.mark')}
      </Button>
      {modelId !== null && <LastReview canvasId={canvasId} modelId={modelId} />}
    </div>
  );
};

const LastReview = ({ canvasId, modelId }: { canvasId: string; modelId: string }) => {
  const { t } = useTranslation('versions');
  const now = useNow();
  const { data } = useQuery(queries.versions.reviewState.queryOptions({ input: { id: modelId } }));
  if (!data) return null;
  const { title, madeBy, madeAt, elements, threats, mitigations, canvases } = data;
  const version = canvases.find(({ id }) => id === canvasId)?.version ?? null;
  const count = elements + threats + mitigations;
  return (
    <>
      <Button
        disabled={version === null}
        leftSection={<GitCompare size={14} />}
        onClick={() => {
          if (version !== null) compareWithNow(canvasId, { from: 'point', id: version });
        }}
        size="xs"
        variant="default"
      >
        {t('review.since')}
      </Button>
      <span className={classes.review} dir="auto">
        {t('review.state', {
          title,
          name: madeBy ?? '',
          time: relativeTime(madeAt, now, language()),
          count,
        })}
      </span>
    </>
  );
};
