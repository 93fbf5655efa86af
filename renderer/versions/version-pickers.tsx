import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { ArrowLeftRight, FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { chooseSides, type Compared } from './compared.ts';
import { choiceOf, file, nothing, valueOf, type Choice } from './version-choice.ts';
import { versionName } from './version-name.ts';
import classes from './compare-view.module.css';

type Props = {
  compared: Compared;
  points: readonly CanvasVersion[];
  /** What the file that was opened is called. */
  fileName: string | null;
};

/** Which two versions are looked at. */
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
