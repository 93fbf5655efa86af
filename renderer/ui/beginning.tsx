import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './beginning.module.css';

const pageSize = 50;

/**
 * Returns the first items of a list, the number of hidden items, and a function that shows more items.
 * The list is shown in parts, because it may have thousands of items.
 */
export const useBeginning = <Item,>(items: readonly Item[], initialCount: number) => {
  const [limit, setLimit] = useState(initialCount);
  return {
    visible: items.slice(0, limit),
    hidden: Math.max(0, items.length - limit),
    showMore: () => setLimit(limit + pageSize),
  };
};

export const MoreButton = ({ hidden, onClick }: { hidden: number; onClick: () => void }) => {
  const { t } = useTranslation('sync');
  return hidden > 0 ? (
    <UnstyledButton className={classes.more} onClick={onClick}>
      {t('more', { count: hidden })}
    </UnstyledButton>
  ) : null;
};
