import { useCommand } from '../app/use-command.ts';
import { usePlace } from '../collections/use-place.ts';
import { exportOtm } from './export-otm.ts';

/** Exports the model that is open. */
export const useExportCommand = (): void => {
  const { model } = usePlace();
  useCommand('file.export-otm', {
    run: () => {
      if (model) void exportOtm(model.id);
    },
    enabled: model !== null,
  });
};
