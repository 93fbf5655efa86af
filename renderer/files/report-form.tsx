import { Button, Checkbox, Radio, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportFormatNames, type ExportOptions } from '#shared/desktop/exports.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import type {
  CanvasEntry,
  CollectionEntry,
  ModelEntry,
} from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { exportFile } from './export-file.tsx';
import { ExportForm } from './export-form.tsx';
import { exportModels } from './export-models.tsx';
import { closeExport } from './export-request.ts';
import classes from './export-form.module.css';

type ReportFormProps = {
  model: ModelEntry;
  openCanvasId: string | null;
  /** The collection whose models each get a report, or `null` if only `model` gets a report. */
  collection: CollectionEntry | null;
  options: ExportOptions;
};

/**
 * Asks for the content of a report, and for the texts and the logo that all reports of the team have.
 */
export const ReportForm = ({
  model,
  openCanvasId,
  collection,
  options: known,
}: ReportFormProps) => {
  const { t } = useTranslation('exports');
  const [options, setOptions] = useState(known.report);
  const [canvasIds, setCanvasIds] = useState<readonly string[] | null>(null);
  const [writtenOwner, setWrittenOwner] = useState<string | null>(null);
  const { data: serviceOwner } = useQuery(
    queries.exports.owner.queryOptions({ input: { id: model.id }, gcTime: 0, staleTime: 0 }),
  );
  const owner = writtenOwner ?? serviceOwner ?? options.owner;

  const run = (): void => {
    closeExport();
    const order = {
      kind: 'report' as const,
      owner: owner.trim(),
      options: serviceOwner ? options : { ...options, owner: owner.trim() },
    };
    if (collection) {
      const of = ({ id }: ModelEntry) => ({
        ...order,
        id,
        canvasIds: null,
        owner: writtenOwner?.trim() ?? '',
      });
      void exportModels(collection, of);
      return;
    }
    void exportFile({ ...order, id: model.id, canvasIds: canvasIds && [...canvasIds] });
  };
  const text = (name: 'classification' | 'footer', maxLength: number) => ({
    label: t(`export.${name}`),
    maxLength,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setOptions((before) => ({ ...before, [name]: value })),
    value: options[name],
  });

  return (
    <ExportForm canExport={collection !== null || canvasIds?.length !== 0} onExport={run}>
      <SegmentedControl
        aria-label={t('export.format')}
        data={reportFormatNames.map((value) => ({ value, label: t(`format.${value}`) }))}
        fullWidth
        onChange={(value) =>
          setOptions((before) => ({
            ...before,
            format: reportFormatNames.find((each) => each === value) ?? before.format,
          }))
        }
        value={options.format}
      />
      {!collection && model.canvases.length > 1 && (
        <CanvasChoice
          canvases={model.canvases}
          chosen={canvasIds}
          first={openCanvasId ?? model.canvases[0]?.id ?? ''}
          onChoose={setCanvasIds}
        />
      )}
      <Checkbox
        checked={options.comments}
        label={t('export.comments')}
        onChange={({ currentTarget: { checked } }) =>
          setOptions((before) => ({ ...before, comments: checked }))
        }
      />
      <TextInput
        label={t('export.owner')}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => setWrittenOwner(value)}
        placeholder={t('export.owner-hint')}
        value={owner}
      />
      <div className={classes.pair}>
        <TextInput {...text('classification', 60)} placeholder={t('export.classification-hint')} />
        <TextInput {...text('footer', 120)} placeholder={t('export.footer-hint')} />
      </div>
      <LogoChoice logo={known.logo} />
    </ExportForm>
  );
};

type CanvasChoiceProps = {
  canvases: readonly CanvasEntry[];
  /** The IDs of the chosen canvases, or `null` for all canvases. */
  chosen: readonly string[] | null;
  /**
   * The ID of the canvas that is chosen first when the person switches from all canvases to chosen ones.
   */
  first: string;
  onChoose: (chosen: readonly string[] | null) => void;
};

const CanvasChoice = ({ canvases, chosen, first, onChoose }: CanvasChoiceProps) => {
  const { t } = useTranslation('exports');
  return (
    <div>
      <Radio.Group
        label={t('export.content')}
        onChange={(value) => onChoose(value === 'all' ? null : [first])}
        value={chosen === null ? 'all' : 'some'}
      >
        <div className={classes.group}>
          <Radio label={t('export.whole-model')} value="all" />
          <Radio label={t('export.chosen-canvases')} value="some" />
        </div>
      </Radio.Group>
      {chosen !== null && (
        <div aria-label={t('export.chosen-canvases')} className={classes.canvases} role="group">
          {canvases.map(({ id, title }) => (
            <Checkbox
              checked={chosen.includes(id)}
              key={id}
              label={title}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
        </div>
      )}
    </div>
  );
};

/** Lets the person choose a logo. The app stores the logo at once, like a setting. */
const LogoChoice = ({ logo }: { logo: ExportOptions['logo'] }) => {
  const { t } = useTranslation('exports');
  const changed = async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
      await queryClient.invalidateQueries({ queryKey: queries.exports.options.key() });
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div>
      <span className={classes.legend}>{t('export.logo')}</span>
      <div className={classes.logo}>
        {logo && <img alt={logo.name} className={classes.preview} src={logo.dataUrl} />}
        <Button
          onClick={() => void changed(() => desktop.exports.chooseLogo())}
          size="xs"
          variant="default"
        >
          {t(logo ? 'export.change-logo' : 'export.choose-logo')}
        </Button>
        {logo && (
          <Button
            onClick={() => void changed(() => desktop.exports.removeLogo())}
            size="xs"
            variant="subtle"
          >
            {t('export.remove-logo')}
          </Button>
        )}
      </div>
    </div>
  );
};
