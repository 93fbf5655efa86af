import { Button, NativeSelect, TextInput } from '@mantine/core';
import { FileDown, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runCommand } from '../app/use-command.ts';
import { Message } from '../ui/message.tsx';
import { arrange, recentModels, sortOrders, type SortOrder } from './arrange.ts';
import { ModelTable } from './model-table.tsx';
import { RecentModels } from './recent-models.tsx';
import type { CollectionEntry } from './use-overview.ts';
import classes from './library.module.css';

const recentCount = 4;

/** All collections with their models, to search and to sort. */
export const Library = ({ overview }: { overview: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<SortOrder>('changed');
  const shown = arrange(overview, { query, sort });
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
          data={sortOrders.map((value) => ({ value, label: t(`sort.${value}`) }))}
          onChange={(event) => {
            const order = sortOrders.find((each) => each === event.currentTarget.value);
            if (order) setSort(order);
          }}
          value={sort}
        />
      </div>
      {shown.length > 0 ? (
        <ModelTable collections={shown} />
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
