import { NativeSelect, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { choicesIn } from '#shared/merge/resolve-import.ts';
import type { ImportReviewer } from '../files/merge-dialog.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { ReadingDrawings } from '../versions/reading-drawings.tsx';
import classes from './import-review.module.css';

/** Loads the code for comparing canvases only when it is first needed. */
const ComparedVersions = lazy(async () => ({
  default: (await import('../versions/compare-view.tsx')).ComparedVersions,
}));
const ImportConflicts = lazy(async () => ({
  default: (await import('./import-conflicts.tsx')).ImportConflicts,
}));

/** Shows the conflicts and the changes of a merge. The changes look like those between two versions. */
export const ImportReview: ImportReviewer = (props) => {
  const { t } = useTranslation('exports');
  const { comparison } = props;
  const count = choicesIn(comparison).length;
  const [part, setPart] = useState(count > 0 ? 'conflicts' : 'changes');
  const { canvases } = comparison;
  const [chosen, setChosen] = useState('');
  const canvas = canvases.find(({ id }) => id === chosen) ?? canvases[0];
  return (
    <>
      <div className={classes.bar}>
        {count > 0 && (
          <SegmentedControl
            aria-label={t('merge.show')}
            data={[
              { value: 'conflicts', label: t('merge.conflicts', { count }) },
              { value: 'changes', label: t('merge.changes') },
            ]}
            onChange={setPart}
            value={part}
          />
        )}
        {part === 'changes' && canvases.length > 1 && (
          <NativeSelect
            aria-label={t('merge.canvas')}
            data={canvases.map(({ id, title, change }) => ({
              value: id,
              label: change === 'changed' ? title : t(`merge.${change}`, { canvas: title }),
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
            value={canvas?.id ?? ''}
          />
        )}
        <p className={classes.note}>
          {t(comparison.hasBase ? 'merge.has-base' : 'merge.no-base')}{' '}
          {comparison.others > 0 && t('merge.others', { count: comparison.others })}
        </p>
      </div>
      <Suspense fallback={<ReadingDrawings />}>
        {part === 'conflicts' ? (
          <ImportConflicts {...props} />
        ) : (
          <Changes comparison={comparison} canvas={canvas} key={canvas?.id} />
        )}
      </Suspense>
    </>
  );
};

type Comparison = Parameters<ImportReviewer>[0]['comparison'];
type ChangesProps = {
  comparison: Comparison;
  canvas: Comparison['canvases'][number] | undefined;
};

const nothing = { nodes: [], edges: [] };

const Changes = ({ comparison: { before, after }, canvas }: ChangesProps) => {
  const { t } = useTranslation('exports');
  const canvasId = canvas?.id ?? '';
  const source = { from: 'now' as const, canvasId };
  return (
    <ComparedVersions
      canvasId={canvasId}
      one={{
        source,
        name: t('merge.now'),
        document: canvas?.before ?? nothing,
        records: before,
      }}
      other={{
        source,
        name: t('merge.after'),
        document: canvas?.after ?? nothing,
        records: after,
      }}
    />
  );
};
