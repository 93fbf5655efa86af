import { Modal, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { chosenKinds, type ChosenKind, type ExportOptions } from '#shared/desktop/exports.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import {
  askForExport,
  closeExport,
  useExportRequest,
  type ExportRequest,
} from './export-request.ts';
import { FileForm } from './file-form.tsx';
import { ImageForm } from './image-form.tsx';
import { ReportForm } from './report-form.tsx';
import classes from './export-form.module.css';

/**
 * Asks what to export and how. The dialog starts with the choices of the last export, so that Enter
 * alone repeats that export.
 */
export const ExportDialog = () => {
  const { t } = useTranslation('exports');
  const request = useExportRequest((state) => state.request);
  // The options are read before the dialog opens, so that the dialog is complete and can focus its
  // button.
  const { data: options } = useQuery(queries.exports.options.queryOptions());
  const kind = request && options ? kindOf(request, options) : 'file';
  return (
    <Modal
      onClose={closeExport}
      opened={request !== null && options !== undefined}
      size={440}
      title={t(`export.${kind}`)}
    >
      {request && options && (
        <>
          <SegmentedControl
            aria-label={t('export.what')}
            className={classes.kinds}
            data={chosenKinds
              .filter((each) => each !== 'image' || request.canvas)
              .map((value) => ({ value, label: t(`export.kind.${value}`) }))}
            fullWidth
            onChange={(value) => {
              const next = chosenKinds.find((each) => each === value);
              if (next) askForExport({ ...request, kind: next });
            }}
            value={kind}
          />
          {kind !== 'image' && request.collection && (
            <ScopeChoice
              count={request.collection.models.length}
              onChoose={(scope) => askForExport({ ...request, kind, scope })}
              scope={request.scope}
            />
          )}
          <Form kind={kind} options={options} request={request} />
        </>
      )}
    </Modal>
  );
};

/**
 * Returns the kind of export that the dialog shows. Without an open canvas, an image is impossible, so
 * the dialog shows the report.
 */
const kindOf = ({ kind, canvas }: ExportRequest, options: ExportOptions): ChosenKind => {
  if (kind === 'svg') return 'image';
  const wanted = kind === 'last' ? options.kind : kind;
  return wanted === 'image' && !canvas ? 'report' : wanted;
};

type FormProps = { kind: ChosenKind; request: ExportRequest; options: ExportOptions };

type ScopeChoiceProps = {
  scope: ExportRequest['scope'];
  count: number;
  onChoose: (scope: ExportRequest['scope']) => void;
};

const ScopeChoice = ({ scope, count, onChoose }: ScopeChoiceProps) => {
  const { t } = useTranslation('exports');
  return (
    <SegmentedControl
      aria-label={t('export.scope.label')}
      className={classes.kinds}
      data={[
        { value: 'model', label: t('export.scope.model') },
        { value: 'collection', label: t('export.scope.collection', { count }) },
      ]}
      fullWidth
      onChange={(value) => onChoose(value === 'collection' ? 'collection' : 'model')}
      value={scope}
    />
  );
};

const Form = ({ kind, request, options }: FormProps) => {
  const { model, canvas } = request;
  const collection = request.scope === 'collection' ? request.collection : null;
  if (kind === 'report') {
    const openCanvasId = canvas?.id ?? null;
    return (
      <ReportForm
        collection={collection}
        key={model.id}
        model={model}
        openCanvasId={openCanvasId}
        options={options}
      />
    );
  }
  if (kind === 'file' || !canvas) {
    return (
      <FileForm
        canvas={canvas}
        collection={collection}
        key={model.id}
        model={model}
        options={options}
      />
    );
  }
  const format = request.kind === 'svg' ? 'svg' : 'image';
  return <ImageForm canvas={canvas} format={format} key={canvas.id} options={options.image} />;
};
