import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, FileUp } from 'lucide-react';
import type { CanvasVersion, VersionSource } from '#shared/desktop/versions.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { chooseSides, type Compared } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { versionName } from './version-changes.tsx';
import classes from './compare-view.module.css';

type Props = {
  compared: Compared;
  points: readonly CanvasVersion[];
  /** The name of the opened file, or `null` if no file is open. */
  fileName: string | null;
};

export const VersionPickers = ({ compared, points, fileName }: Props) => {
  const { t } = useTranslation('versions');
  const { canvasId, one, other } = compared;
  const opened = [one, other].find((side) => side?.from === 'file') ?? null;
  const entries = useEntries(points, opened && (fileName ?? t('compare.open-file')));

  const openFile = async (): Promise<void> => {
    const chosen = await desktop.imports.choose();
    if (chosen) chooseSides({ one: { from: 'file', canvasId, ...chosen }, other: other ?? now });
  };
  const now: Choice = { from: 'now', canvasId };

  return (
    <div className={classes.pickers}>
      <NativeSelect
        aria-label={t('compare.one')}
        className={classes.picker}
        data={entries}
        onChange={({ currentTarget: { value } }) =>
          chooseSides({ one: choiceOf(value, canvasId, opened) ?? one, other })
        }
        value={valueOf(one)}
      />
      <Tooltip label={t('compare.swap')}>
        <ActionIcon
          aria-label={t('compare.swap')}
          disabled={other === null}
          onClick={() => {
            if (other) chooseSides({ one: other, other: one });
          }}
        >
          <ArrowLeftRight />
        </ActionIcon>
      </Tooltip>
      <NativeSelect
        aria-label={t('compare.other')}
        className={classes.picker}
        data={[{ value: nothing, label: t('compare.nothing') }, ...entries]}
        onChange={({ currentTarget: { value } }) =>
          chooseSides({ one, other: choiceOf(value, canvasId, opened) })
        }
        value={valueOf(other)}
      />
      <Button
        leftSection={<FileUp size={14} />}
        onClick={() => void openFile().catch(showError)}
        variant="default"
      >
        {t('compare.open-file')}
      </Button>
    </div>
  );
};

const useEntries = (points: readonly CanvasVersion[], fileName: string | null) => {
  const { t } = useTranslation('versions');
  const group = (label: string, versions: readonly CanvasVersion[]) => ({
    group: label,
    items: versions.map((version) => ({
      value: String(version.id),
      label: versionName(version),
    })),
  });
  return [
    { value: 'now', label: t('now') },
    group(
      t('compare.named'),
      points.filter(({ title }) => title !== null),
    ),
    group(
      t('compare.automatic'),
      points.filter(({ title }) => title === null),
    ),
    {
      group: t('compare.others'),
      items: [
        { value: 'service', label: t('service') },
        ...(fileName === null ? [] : [{ value: file, label: fileName }]),
      ],
    },
  ];
};

/** The version that the person chose in a picker, or `null` for no version. */
type Choice = VersionSource | null;

const nothing = 'nothing';
const file = 'file';

/** Returns the option value for a choice. */
const valueOf = (choice: Choice): string => {
  if (!choice) return nothing;
  return choice.from === 'point' ? String(choice.id) : choice.from;
};

/** Returns the choice for an option value. `opened` is the choice of the opened file. */
const choiceOf = (value: string, canvasId: string, opened: Choice): Choice => {
  switch (value) {
    case nothing:
      return null;
    case 'now':
    case 'service':
      return { from: value, canvasId };
    case file:
      return opened;
    default:
      return { from: 'point', id: Number(value) };
  }
};

/** Reads a version of a canvas. Without a source, reads nothing. */
export const useVersion = (source: VersionSource | null, canvasId: string) => {
  const input: VersionSource = source ?? { from: 'now', canvasId };
  return useQuery({
    ...queries.versions.read.queryOptions({ input }),
    // Reads the version only after all earlier changes are stored.
    queryFn: async ({ signal }) => await inTurn(() => desktop.versions.read(input, { signal })),
    enabled: source !== null,
    // Structural sharing is off, because comparing old and new data costs more than rendering the new
    // data.
    structuralSharing: false,
  });
};
