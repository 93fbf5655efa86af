import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  SegmentedControl,
  Stack,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { RecordChange } from '#shared/desktop/change.ts';
import { announce } from '../canvas/state/announcements.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { kindName, displayName } from '../canvas/words/spoken.ts';
import { KindIcon } from '../kernel/commands/kind-icons.tsx';
import { LoadFailed } from '../kernel/desktop/errors.tsx';
import { copyThreat, createMovedThreat } from '../kernel/records/record-changes.ts';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { readTargets } from './read-targets.ts';
import type { Threat } from './threat-slots.ts';
import { fitsSearch, prepareTargets, type ThreatTarget } from './threat-targets.ts';
import type { ChangeComponent } from './use-component-changes.ts';
import classes from './copy-threats.module.css';

type Props = { threats: readonly Threat[]; change: ChangeComponent };

/**
 * A button for a dialog that copies or moves threats of a component to other elements, also in other
 * models.
 */
export const CopyThreats = ({ threats, change }: Props) => {
  const { t } = useTranslation('threats');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<ArrowRightLeft aria-hidden size={13} />}
        onClick={() => setOpen(true)}
        size="compact-xs"
        variant="subtle"
      >
        {t('copy.button')}
      </Button>
      <Modal onClose={() => setOpen(false)} opened={isOpen} size={560} title={t('copy.title')}>
        <CopyForm change={change} onClose={() => setOpen(false)} threats={threats} />
      </Modal>
    </>
  );
};

const modes = ['copy', 'move'] as const;

const CopyForm = ({ threats, change, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('threats');
  const { t: tApp } = useTranslation();
  const [mode, setMode] = useState<(typeof modes)[number]>('copy');
  const [chosen, setChosen] = useState(() => threats.map(({ id }) => id));
  const [targets, setTargets] = useState<ThreatTarget[]>([]);
  const selected = threats.filter(({ id }) => chosen.includes(id));
  const count = selected.length;
  const isMove = mode === 'move';

  const run = (): void => {
    const { componentIds, records, ...drawn } = prepareTargets(
      targets,
      useCanvas.getState(),
      t('untitled'),
    );
    const copies = componentIds.flatMap((id, at) =>
      selected.flatMap((threat) =>
        isMove ? createMovedThreat(threat, id, at === 0) : copyThreat(threat, id),
      ),
    );
    const deletes = selected.map(({ id }): RecordChange => ({ op: 'delete', kind: 'threat', id }));
    if (copies.length === 0) return onClose();
    // The copies are created before the originals are deleted, so that nothing is deleted if the copies
    // cannot be stored.
    change(
      `threats.label.${mode}`,
      () => [...records, ...copies, ...(isMove ? deletes : [])],
      drawn,
    );
    announce(t(isMove ? 'copy.moved' : 'copy.copied', { count }));
    onClose();
  };

  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('copy.mode')}
        data={modes.map((value) => ({ value, label: t(`copy.${value}`) }))}
        onChange={(value) => setMode(value === 'move' ? 'move' : 'copy')}
        size="xs"
        value={mode}
      />
      <Checkbox.Group label={t('copy.threats')} onChange={setChosen} value={chosen}>
        <Stack className={classes.list} gap={6}>
          {threats.map(({ id, ref_id, title }) => (
            <Checkbox
              key={id}
              label={[ref_id, title || t('untitled')].filter(Boolean).join(' ')}
              value={id}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Targets exceptId={threats[0]?.parentId ?? ''} setTargets={setTargets} targets={targets} />
      <Comments isMove={isMove} threats={selected} />
      <DialogFooter>
        <Button onClick={onClose} variant="default">
          {tApp('cancel')}
        </Button>
        <Button disabled={count === 0 || targets.length === 0} onClick={run}>
          {t(`copy.run-${mode}`, { count })}
        </Button>
      </DialogFooter>
    </Stack>
  );
};

/** Says what will happen to comments when the threats are copied or moved. */
const Comments = ({ threats, isMove }: { threats: readonly Threat[]; isMove: boolean }) => {
  const { t } = useTranslation('threats');
  const comments = threats.flatMap((threat) => threat.comments);
  const others = comments.filter(({ isMine }) => !isMine).length;
  if (comments.length === 0) return null;
  if (!isMove) return <p className={classes.note}>{t('copy.comments-copy')}</p>;
  return (
    <p className={classes.note}>
      {t('copy.comments-move', { count: comments.length })}{' '}
      {others > 0 && t('copy.comments-others', { count: others })}
    </p>
  );
};

type TargetsProps = {
  exceptId: string;
  targets: readonly ThreatTarget[];
  setTargets: (targets: ThreatTarget[]) => void;
};

/**
 * The maximum number of elements in the list. A longer list would be slow, and a search makes it
 * shorter.
 */
const maxRows = 100;

/** Lets the person choose a model, and components, flows, and boundaries of this model. */
const Targets = ({ exceptId, targets, setTargets }: TargetsProps) => {
  const { t } = useTranslation('threats');
  const openId = useCanvas((state) => state.modelId);
  const [modelId, setModelId] = useState(openId ?? '');
  const [query, setQuery] = useState('');
  const { data: overview = [] } = useOverview();
  const models = overview.flatMap((collection) => collection.models);
  const canvases = models.find(({ id }) => id === modelId)?.canvases ?? [];
  const { data, error, refetch } = useQuery({
    queryKey: ['copy-targets', modelId, canvases.map(({ id }) => id)],
    queryFn: ({ signal }) =>
      readTargets(
        modelId,
        canvases.map(({ id }) => id),
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
  });
  const wanted = query.trim().toLocaleLowerCase();
  const fitting = (data ?? []).filter(
    (target) => target.id !== exceptId && fitsSearch(target, wanted),
  );
  const visible = fitting.slice(0, maxRows);
  const left = fitting.length - visible.length;
  const choose = (ids: string[]): void => {
    // Chosen elements stay chosen even if the search hides them.
    const known = new Map([...targets, ...(data ?? [])].map((target) => [target.id, target]));
    setTargets(ids.flatMap((id) => known.get(id) ?? []));
  };

  return (
    <>
      <Group gap="md" grow>
        <NativeSelect
          data={models.map(({ id, title, isDownloaded }) => ({
            value: id,
            label: isDownloaded ? title : t('copy.not-here', { title }),
            disabled: !isDownloaded,
          }))}
          label={t('copy.model')}
          onChange={({ currentTarget }) => {
            setModelId(currentTarget.value);
            // Elements of the previous model are no longer shown, so they must not stay chosen.
            setTargets([]);
          }}
          value={modelId}
        />
        <TextInput
          label={t('copy.search')}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          type="search"
          value={query}
        />
      </Group>
      {error && <LoadFailed error={error} retry={() => void refetch()} />}
      {data && fitting.length === 0 && <p className={classes.note}>{t('copy.none')}</p>}
      {visible.length > 0 && (
        <Checkbox.Group
          label={t('copy.elements')}
          onChange={choose}
          value={targets.map(({ id }) => id)}
        >
          <Stack className={classes.list} gap={6}>
            {visible.map((target) => (
              <Checkbox key={target.id} label={<TargetName target={target} />} value={target.id} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {left > 0 && <p className={classes.note}>{t('copy.more', { count: left })}</p>}
    </>
  );
};

/**
 * The name of a target. The name of a flow is followed by the names of its ends, because most flows have
 * no name.
 */
const TargetName = ({ target: { kind, title, ends } }: { target: ThreatTarget }) => {
  const { t } = useTranslation('threats');
  return (
    <span className={classes.target}>
      <KindIcon aria-hidden size={13} type={kind} />
      <span dir="auto">{title || (ends ? kindName(kind) : t('untitled'))}</span>
      {ends && (
        <span className={classes.ends} dir="auto">
          {t('copy.ends', { source: displayName(ends.source), target: displayName(ends.target) })}
        </span>
      )}
    </span>
  );
};
