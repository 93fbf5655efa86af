import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ExportOptions } from '#shared/desktop/exports.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { closeExport, useExportRequest, type ExportRequest } from './export-request.ts';
import { FileForm } from './file-form.tsx';
import { ImageForm } from './image-form.tsx';
import { ReportForm } from './report-form.tsx';

/** Asks how to export. It begins with the last choices, so that Enter alone repeats them. */
export const ExportDialog = () => {
  const { t } = useTranslation('exports');
  const request = useExportRequest((state) => state.request);
  // Read before the dialog opens, so that it opens complete and with the focus on its button.
  const { data: options } = useQuery(queries.exports.options.queryOptions());
  return (
    <Modal
      onClose={closeExport}
      opened={request !== null && options !== undefined}
      size={440}
      title={t(titles[request?.kind ?? 'file'])}
    >
      {request && options && <Form options={options} request={request} />}
    </Modal>
  );
};

const titles = {
  report: 'export.report',
  image: 'export.image',
  svg: 'export.image',
  file: 'export.file',
} as const satisfies Record<ExportRequest['kind'], string>;

const Form = ({ request, options }: { request: ExportRequest; options: ExportOptions }) => {
  switch (request.kind) {
    case 'report': {
      const { model, canvasId } = request;
      return <ReportForm key={model.id} model={model} openCanvasId={canvasId} options={options} />;
    }
    case 'file': {
      const { model, canvas } = request;
      return <FileForm canvas={canvas} key={model.id} model={model} options={options} />;
    }
    case 'image':
    case 'svg': {
      const { canvas, kind } = request;
      return <ImageForm canvas={canvas} format={kind} key={canvas.id} options={options.image} />;
    }
  }
};
