import { FileDown } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { showError } from '../kernel/desktop/errors.tsx';
import { useDropTaker } from '../kernel/desktop/files.tsx';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { importFiles } from './import-queue.ts';
import classes from './drop-target.module.css';

const holdsFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Receives files that are dropped anywhere in the window. While files are over the window, shows what a
 * drop will do with them.
 */
export const DropTarget = () => {
  const { t } = useTranslation('exports');
  const { collection } = useWorkspaceLocation();
  const [isOver, setIsOver] = useState(false);
  const { taker } = useDropTaker();
  const drop = useEffectEvent((files: File[]): void => {
    const [first] = files;
    if (!taker) void importFiles(files, collection?.id ?? null);
    else if (first) void window.desktop.fileHandle(first).then(taker).catch(showError);
  });

  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    // `dragleave` also fires when the pointer moves to another element of the window. That element is
    // then the `relatedTarget`, so only an event without `relatedTarget` means that the pointer has left
    // the window.
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  if (!isOver) return null;
  return (
    <div className={classes.overlay}>
      <div className={classes.card}>
        <FileDown size={24} />
        <strong>{t(taker ? 'drop.compare-title' : 'drop.title')}</strong>
        <span className={classes.where}>
          {taker
            ? t('drop.compare')
            : collection
              ? t('drop.into', { collection: collection.title })
              : t('drop.choose')}
        </span>
      </div>
    </div>
  );
};
