import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { language } from '#shared/locales/texts.ts';
import type { OwnRule } from '#shared/suggestions/own-rule.ts';
import { useCanvas } from '../../canvas/state/canvas-store.ts';
import { desktop } from '../../kernel/desktop/desktop.ts';
import { useOverview } from '../../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import type { PreviewFound, PreviewJob, PreviewModel } from './preview-worker.ts';
import classes from './rules.module.css';

const readModel = async (id: string, signal: AbortSignal): Promise<PreviewModel> => {
  const drawings = await desktop.models.drawings({ id, except: '', known: {} }, { signal });
  const threats: PreviewModel['threats'][number][] = [];
  for (const each of drawings) threats.push(...(await desktop.canvas.threats({ id: each.id })));
  return { drawings, threats };
};

/**
 * The delay, in ms, between the last change to the rule and the search, so that a series of changes
 * causes only one search.
 */
const rest = 200;

/**
 * Shows the suggestions of a rule for the model that was opened last. `rule` is `null` while the rule is
 * incomplete.
 */
export const RulePreview = ({ rule }: { rule: OwnRule | null }) => {
  const { t } = useTranslation('rules');
  const modelId = useCanvas((state) => state.modelId);
  const { data: overview } = useOverview();
  const title = overview?.flatMap(({ models }) => models).find(({ id }) => id === modelId)?.title;
  const found = useFound(modelId, rule);
  if (modelId === null || title === undefined) {
    return <p className={classes.dimmed}>{t('preview.no-model')}</p>;
  }
  return (
    <section aria-label={t('preview.label')} className={classes.preview}>
      <strong role="status">
        <Summary found={found} model={title} rule={rule} />
      </strong>
      {rule !== null && found !== null && found.sentences.length > 0 && (
        // The list is focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul aria-label={t('preview.label')} className={classes.found} tabIndex={0}>
          {found.sentences.map((sentence, at) => (
            // The index is the key, because two suggestions may have the same text, and the items have
            // no state.
            // oxlint-disable-next-line react/no-array-index-key
            <li dir="auto" key={at}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

type SummaryProps = { rule: OwnRule | null; found: PreviewFound | null; model: string };

const Summary = ({ rule, found, model }: SummaryProps) => {
  const { t } = useTranslation('rules');
  if (rule === null) return t('preview.incomplete');
  if (found === null) return t('preview.searching', { model });
  if (found.count === 0) return t('preview.found-none', { model });
  return t('preview.found', { count: found.count, model });
};

const useFound = (modelId: string | null, rule: OwnRule | null): PreviewFound | null => {
  const { data: model } = useQuery({
    queryKey: ['rule-preview', modelId],
    queryFn: async ({ signal }) => await readModel(modelId ?? '', signal),
    enabled: modelId !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const [found, setFound] = useState<PreviewFound | null>(null);
  const worker = useRef<Worker | null>(null);
  const number = useRef(0);

  useEffect(() => {
    if (!model) return undefined;
    const started = new Worker(new URL('preview-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<PreviewFound>) => {
      if (data.number === number.current) setFound(data);
    });
    started.postMessage({ model } satisfies PreviewJob);
    worker.current = started;
    return () => {
      started.terminate();
      worker.current = null;
    };
  }, [model]);

  const asked = rule && JSON.stringify(rule);
  useEffect(() => {
    number.current += 1;
    const job = number.current;
    if (rule === null) return undefined;
    const timer = setTimeout(
      () =>
        worker.current?.postMessage({
          number: job,
          language: language(),
          rule,
        } satisfies PreviewJob),
      rest,
    );
    return () => clearTimeout(timer);
    // `asked` is the rule as text. It replaces `rule` as a dependency, because the search must run only
    // if the content of the rule changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, model]);
  return found;
};
