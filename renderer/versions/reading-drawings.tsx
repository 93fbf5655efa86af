import { Skeleton } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading } from '../ui/message.tsx';

export const ReadingDrawings = () => {
  const { t } = useTranslation('versions');
  return (
    <Loading label={t('compare.reading')}>
      <Skeleton height={28} width="50%" />
      <Skeleton height={320} />
    </Loading>
  );
};
