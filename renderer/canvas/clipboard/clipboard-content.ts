import { clipMediaType } from '#shared/desktop/clip.ts';

/** Our own form of what was copied, and the same as text; each may be empty. */
export type ClipboardContent = { clip: string; text: string };

/**
 * What a paste brought; `undefined` where it names what there is and then gives nothing of it.
 * Chromium answers so when the system announces, between its two looks, that something was written,
 * which on X11 comes a moment after the writing.
 */
export const contentOf = (
  data: Pick<DataTransfer, 'types' | 'getData'>,
): ClipboardContent | undefined => {
  const content = { clip: data.getData(clipMediaType), text: data.getData('text/plain') };
  const isEmpty = content.clip === '' && content.text === '';
  const isNamed = data.types.includes(clipMediaType) || data.types.includes('text/plain');
  return isEmpty && isNamed ? undefined : content;
};
