import { Checkbox, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportOptions } from '#shared/desktop/exports.ts';
import { maxScale } from '#shared/drawing/image-options.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';
import type { CanvasEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';
import { exportFile } from './export-file.tsx';
import { ExportForm } from './export-form.tsx';
import { closeExport } from './export-request.ts';
import classes from './export-form.module.css';

type Options = ExportOptions['image'];
type Scale = Options['scale'];
type Size = { width: number; height: number };

const parts = ['badges', 'legend', 'title', 'background'] as const;
const scales: readonly Scale[] = [1, 2, 4];

/**
 * Tells if the chosen scale makes the image too large. An image at 100% is scaled down until it fits, so
 * it is never too large.
 */
const isTooLarge = (size: Size, scale: Scale): boolean => scale > Math.max(1, maxScale(size));

type ImageFormProps = { canvas: CanvasEntry; format: 'image' | 'svg'; options: Options };

/** Asks for the parts, the format, and the size of an image. */
export const ImageForm = ({ canvas: { id }, format: first, options: known }: ImageFormProps) => {
  const { t } = useTranslation('exports');
  const [format, setFormat] = useState(first);
  const [options, setOptions] = useState(known);
  const isPng = format === 'image';
  const sizeQuery = queries.exports.imageSize.queryOptions({
    // Scale and background get fixed values, because they do not change the size of the drawing and
    // should not cause another query.
    input: { id, options: { ...options, scale: 1, background: true } },
    gcTime: 0,
    staleTime: 0,
  });
  const { data: size } = useQuery({ ...sizeQuery, placeholderData: keepPreviousData });

  const run = async (): Promise<void> => {
    // If the size cannot be read, the image is exported without checking its size. An image that would
    // be too large then gets the largest possible scale.
    const measured = isPng && (size ?? (await queryClient.query(sizeQuery).catch(() => null)));
    if (measured && isTooLarge(measured, options.scale)) return;
    closeExport();
    await exportFile({ kind: format, id, options });
  };

  return (
    <ExportForm
      canExport={!isPng || !size || !isTooLarge(size, options.scale)}
      onExport={() => void run()}
    >
      <SegmentedControl
        aria-label={t('export.format')}
        data={[
          { value: 'image', label: 'PNG' },
          { value: 'svg', label: 'SVG' },
        ]}
        fullWidth
        onChange={(value) => setFormat(value === 'svg' ? 'svg' : 'image')}
        value={format}
      />
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('export.include')}</legend>
        {parts.map((part) => (
          <Checkbox
            checked={options[part]}
            key={part}
            label={t(`export.${part}`)}
            onChange={({ currentTarget: { checked } }) =>
              setOptions((before) => ({ ...before, [part]: checked }))
            }
          />
        ))}
      </fieldset>
      {isPng && (
        <div>
          <span className={classes.legend}>{t('export.scale')}</span>
          <SegmentedControl
            aria-label={t('export.scale')}
            data={scales.map((scale) => ({ value: String(scale), label: `${scale}×` }))}
            fullWidth
            onChange={(value) =>
              setOptions((before) => ({
                ...before,
                scale: scales.find((scale) => String(scale) === value) ?? before.scale,
              }))
            }
            value={String(options.scale)}
          />
          <SizeText scale={options.scale} size={size} />
        </div>
      )}
    </ExportForm>
  );
};

/** Shows the size of the PNG, or a warning if the PNG would be too large. */
const SizeText = ({ size, scale }: { size: Size | undefined; scale: Scale }) => {
  const { t } = useTranslation('exports');
  if (!size) return <p className={classes.size}>{t('export.measuring')}</p>;
  const max = maxScale(size);
  const usedScale = scale === 1 ? Math.min(1, max) : scale;
  const pixels = {
    width: Math.floor(size.width * usedScale),
    height: Math.floor(size.height * usedScale),
  };
  if (isTooLarge(size, scale)) return <Note tone="bad">{t('export.too-large', pixels)}</Note>;
  const text = t('export.pixels', pixels);
  return (
    <p className={classes.size}>
      {usedScale < 1
        ? t('export.scaled-down', { size: text, percent: Math.floor(usedScale * 100) })
        : text}
    </p>
  );
};
