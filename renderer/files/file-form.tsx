import { Radio } from '@mantine/core';
import { useState } from 'react';
import {
  fileFormatGroups,
  isRegisterFormat,
  type ExportOptions,
  type OfferedFormat,
} from '#shared/desktop/exports.ts';
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

const groups = ['register', 'diagram', 'model', 'graph'] as const;
/** The formats for a collection: one register for all models, or a file for each model. */
const ofCollection = ['register', 'model'] as const;

const formatsIn = (visible: readonly (typeof groups)[number][]): OfferedFormat[] =>
  visible.flatMap((group): readonly OfferedFormat[] => fileFormatGroups[group]);

type FileFormProps = {
  model: ModelEntry;
  /** The open canvas of the model, or `null` if no canvas is open. */
  canvas: CanvasEntry | null;
  /** The collection whose models are all exported, or `null` to export only `model`. */
  collection: CollectionEntry | null;
  options: ExportOptions;
};

/** Asks for the content and the format of a file for other tools. */
export const FileForm = ({ model, canvas, collection, options }: FileFormProps) => {
  const { t } = useTranslation('exports');
  const [chosen, setFormat] = useState<OfferedFormat>(options.format);
  const visible = collection ? ofCollection : groups;
  const format = formatsIn(visible).includes(chosen) ? chosen : fileFormatGroups.register[0];
  const [isOneCanvas, setOneCanvas] = useState(false);
  const run = (): void => {
    closeExport();
    if (collection) {
      if (isRegisterFormat(format)) {
        void exportFile({ kind: 'register', id: collection.id, format });
      } else {
        void exportModels(collection, ({ id }) => ({ kind: 'file', id, canvasId: null, format }));
      }
      return;
    }
    const canvasId = isOneCanvas && canvas ? canvas.id : null;
    void exportFile({ kind: 'file', id: model.id, canvasId, format });
  };
  return (
    <ExportForm canExport onExport={run}>
      {!collection && canvas && model.canvases.length > 1 && (
        <Radio.Group
          label={t('export.content')}
          onChange={(value) => setOneCanvas(value === 'canvas')}
          value={isOneCanvas ? 'canvas' : 'model'}
        >
          <div className={classes.group}>
            <Radio label={t('export.whole-model')} value="model" />
            <Radio label={t('export.this-canvas')} value="canvas" />
          </div>
        </Radio.Group>
      )}
      <Radio.Group
        aria-label={t('export.format')}
        onChange={(value) => {
          setFormat((before) => formatsIn(visible).find((each) => each === value) ?? before);
        }}
        value={format}
      >
        <div className={classes.formats}>
          {visible.map((group) => (
            <div key={group}>
              <span className={classes.legend}>{t(`export.group.${group}`)}</span>
              <div className={classes.list}>
                {fileFormatGroups[group].map((each) => (
                  <Radio key={each} label={t(`format.${each}`)} value={each} />
                ))}
              </div>
            </div>
          ))}
        </div>
      </Radio.Group>
    </ExportForm>
  );
};
