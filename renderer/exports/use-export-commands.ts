import { exportSubjects, type ExportKind } from '#shared/desktop/exports.ts';
import { useCommand } from '../app/use-command.ts';
import { usePlace } from '../collections/use-place.ts';
import { exportFile } from './export-file.tsx';

/** Exports the canvas or the model that is open. */
export const useExportCommands = (): void => {
  const { canvas, model } = usePlace();
  const open = { canvas, threatModel: model };
  useExportCommand('report', open);
  useExportCommand('image', open);
  useExportCommand('svg', open);
  useExportCommand('graph', open);
  useExportCommand('otm', open);
};

type Open = Record<(typeof exportSubjects)[ExportKind], { id: string } | null>;

const useExportCommand = (kind: ExportKind, open: Open): void => {
  const subject = open[exportSubjects[kind]];
  useCommand(`file.export-${kind}`, {
    run: () => {
      if (subject) void exportFile({ kind, id: subject.id });
    },
    enabled: subject !== null,
  });
};
