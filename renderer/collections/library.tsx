import { Button, NativeSelect, TextInput } from '@mantine/core';
import { FileDown, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { language } from '#shared/locales/texts.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import type { CollectionEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { relativeTime, useNow } from '../ui/relative-time.ts';
import { arrange, recentModels, sortOrders, type SortOrder } from './arrange.ts';
import { ModelLink, ModelTable } from './model-table.tsx';
import { SelectedModels } from './selected-models.tsx';
import classes from './library.module.css';

const recentCount = 4;

/** All collections with their models, with search and sorting. */
export const Library = ({ overview }: { overview: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<SortOrder>('changed');
  const arranged = arrange(overview, { query, sort });
  const recent = recentModels(overview, recentCount);

  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('title')}</h1>
        <Button
          leftSection={<FileDown size={15} />}
          onClick={() => runCommand('file.import')}
          variant="default"
        >
          {t('import')}
        </Button>
        <Button leftSection={<Plus size={15} />} onClick={() => runCommand('file.new-model')}>
          {t('new-model')}
        </Button>
      </div>
      {query === '' && recent.length > 1 && <RecentModels recent={recent} />}
      <div className={classes.tools}>
        <h2 className={classes.subtitle}>{t('collections')}</h2>
        <SelectedModels overview={overview} />
        <TextInput
          aria-label={t('search-label')}
          className={classes.search}
          leftSection={<Search size={14} />}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('');
          }}
          placeholder={t('search')}
          type="search"
          value={query}
        />
        <NativeSelect
          aria-label={t('sort.label')}
          className={classes.sort}
          data={sortOrders.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={(event) => {
            const order = sortOrders.find((each) => each === event.currentTarget.value);
            if (order) setSort(order);
          }}
          value={sort}
        />
      </div>
      {arranged.length > 0 ? (
        <ModelTable collections={arranged} />
      ) : (
        <Message
          action={
            <Button onClick={() => setQuery('')} variant="default">
              {t('clear-search')}
            </Button>
          }
          icon={<Search />}
          title={t('nothing-found', { query })}
        />
      )}
    </>
  );
};

type RecentModelsProps = { recent: ReturnType<typeof recentModels> };

const RecentModels = ({ recent }: RecentModelsProps) => {
  const { t } = useTranslation('collections');
  const now = useNow();
  const threatsOf = (count: number): string =>
    count > 0 ? t('open-threats', { count }) : t('no-open-threats');
  return (
    <section>
      <h2 className={classes.recentTitle}>{t('recent')}</h2>
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
              <span>{model.isDownloaded ? threatsOf(model.openThreatCount) : t('not-here')}</span>
              <time dateTime={model.updated_at}>
                {relativeTime(model.updated_at, now, language())}
              </time>
            </span>
          </ModelLink>
        ))}
      </div>
    </section>
  );
};
