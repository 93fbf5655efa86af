import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { create } from 'zustand';
import type { RegisterRow } from '#shared/desktop/register.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { saveInTurn } from '../kernel/desktop/in-turn.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { offerUndo, rowsOf } from './change-threats.ts';
import { noteChangedModels } from './register-history.ts';
import { useRegister } from './register-state.ts';

/** The maximum number of threats that can be moved at once. */
export const maxMoved = 500;

const useMoved = create<{ rows: readonly RegisterRow[] | null }>(() => ({ rows: null }));

/** Opens the dialog in which the person chooses the component that threats move to. */
export const startMove = (numbers: readonly number[]): void =>
  void rowsOf(numbers).then((rows) => useMoved.setState({ rows }), showError);

const close = (): void => useMoved.setState({ rows: null });

const move = async (rows: readonly RegisterRow[], componentId: string): Promise<void> => {
  close();
  const [first] = rows;
  if (!first) return;
  try {
    const ids = rows.map(({ id }) => id);
    await saveInTurn(() => desktop.register.move({ ids, componentId }));
    noteChangedModels([first.model.id]);
    useRegister.setState({ selected: new Set() });
    offerUndo([first.model.id], 'threats.label.move', rows.length);
  } catch (error) {
    showError(error);
  }
};

/**
 * The dialog in which the person chooses the component that threats move to. It offers only components
 * in the model of the threats, because a threat cannot leave its model.
 */
export const MoveThreats = () => {
  const { t } = useTranslation('register');
  const rows = useMoved((state) => state.rows);
  return (
    <Modal
      onClose={close}
      opened={rows !== null}
      title={t('move.title', { count: rows?.length ?? 0 })}
      transitionProps={{ duration: 0 }}
    >
      {rows && <ChooseComponent rows={rows} />}
    </Modal>
  );
};

const found = 50;
/**
 * The maximum number of components in the list. A longer list would need scrolling, but typing finds a
 * component faster.
 */
const maxRows = 6;

const ChooseComponent = ({ rows }: { rows: readonly RegisterRow[] }) => {
  const { t } = useTranslation('register');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [first] = rows;
  const isOneModel = rows.every(({ model }) => model.id === first?.model.id);
  const near = useQuery(
    queries.canvas.components.queryOptions({ input: { id: first?.canvas.id ?? '' } }),
  );
  const hits = useQuery({
    ...queries.search.find.queryOptions({ input: { text, limit: 80 } }),
    // No event tells when something else is found.
    gcTime: 0,
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });
  const options = new Map<string, string>();
  for (const { kind, id, title, model, canvas } of hits.data ?? []) {
    if (kind !== 'component' || model?.id !== first?.model.id) continue;
    options.set(id, t('move.option', { component: title, canvas: canvas?.title ?? '' }));
  }
  for (const { id, title } of near.data?.slice(0, found) ?? []) {
    const canvas = first?.canvas.title ?? '';
    options.set(id, t('move.option', { component: title, canvas }));
  }

  if (!isOneModel) return <Text size="sm">{t('move.several-models')}</Text>;
  return (
    <Stack gap="md">
      <Select
        comboboxProps={{ withinPortal: false }}
        data={[...options].map(([value, label]) => ({ value, label }))}
        data-autofocus
        description={t('move.comments')}
        label={t('move.to')}
        limit={maxRows}
        nothingFoundMessage={t('move.nothing')}
        onChange={setChosen}
        onSearchChange={setText}
        searchable
        value={chosen}
      />
      <DialogFooter>
        <Button onClick={close} variant="default">
          {t('cancel')}
        </Button>
        <Button
          disabled={chosen === null}
          onClick={() => {
            if (chosen !== null) void move(rows, chosen);
          }}
        >
          {t('move.submit')}
        </Button>
      </DialogFooter>
    </Stack>
  );
};
