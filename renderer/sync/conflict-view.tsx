import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { errorText, isGone } from '../kernel/desktop/errors.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { CanvasConflict } from './canvas-conflict.tsx';
import { closeConflict } from './conflict-choices.ts';
import { ConflictLoading } from './conflict-loading.tsx';
import { DeletionConflict } from './deletion-conflict.tsx';
import { FieldsConflict } from './fields-conflict.tsx';

/** Shows what each side did to a record, and lets the person choose between the two sides. */
export const ConflictView = ({ conflict }: { conflict: ConflictSummary }) => {
  const { kind, id } = conflict;
  const { data, error, refetch } = useQuery(
    queries.sync.conflict.queryOptions({ input: { kind, id } }),
  );
  if (isGone(error)) return <NothingLeft />;
  if (error && !data) return <Unreadable error={error} retry={() => void refetch()} />;
  if (!data) return <ConflictLoading />;
  switch (data.type) {
    case 'fields':
      return <FieldsConflict conflict={conflict} fields={data.fields} />;
    case 'canvas':
      return <CanvasConflict conflict={conflict} versions={data} />;
    case 'deletedThere':
    case 'accessLost':
    case 'editedThere':
      return <DeletionConflict conflict={conflict} versions={data} />;
  }
};

/**
 * Says that the conflict no longer exists, because it was resolved outside of this dialog or by the last
 * choice in it.
 */
const NothingLeft = () => {
  const { t } = useTranslation('sync');
  const { t: tApp } = useTranslation();
  return (
    <Message
      action={
        <Button data-autofocus onClick={closeConflict} variant="default">
          {tApp('close')}
        </Button>
      }
      icon={<CircleCheck />}
      role="status"
      text={t('conflict.gone-text')}
      title={t('conflict.gone')}
    />
  );
};

const Unreadable = ({ error, retry }: { error: Error; retry: () => void }) => {
  const { t } = useTranslation('sync');
  return (
    <Message
      {...errorText(error)}
      action={<Button onClick={retry}>{t('try-again')}</Button>}
      icon={<TriangleAlert />}
      role="alert"
    />
  );
};
