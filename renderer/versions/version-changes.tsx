import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { create } from 'zustand';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { language } from '#shared/locales/texts.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { Notice } from '../ui/notice.tsx';
import { fullTime } from '../ui/relative-time.ts';

type Naming = {
  /**
   * The kind of name for which the name field is open: that of a version or of a review. `null` while no
   * name field is open.
   */
  naming: 'version' | 'review' | null;
  /**
   * The element that gets the focus back when the name field closes. If it is `null`, the button that
   * opened the name field gets the focus.
   */
  before: Element | null;
};

export const useNaming = create<Naming>(() => ({ naming: null, before: null }));

export const startNaming = (naming: 'version' | 'review', before: Element | null): void =>
  useNaming.setState({ naming, before });
export const endNaming = (): void => useNaming.setState({ naming: null });

const saveAndRead = async (naming: () => Promise<unknown>): Promise<void> => {
  try {
    await inTurn(naming);
    await readVersionsAgain();
  } catch (error) {
    showError(error);
  }
};

/** Saves the current canvas as a named version, after all earlier changes have been stored. */
export const namePresent = async (canvasId: string, title: string): Promise<void> =>
  await saveAndRead(() => desktop.versions.name({ id: canvasId, title }));

/** Marks a model as reviewed: saves a version of each of its canvases. */
export const reviewModel = async (modelId: string, title: string): Promise<void> =>
  await saveAndRead(() => desktop.versions.review({ id: modelId, title }));

export const nameVersion = async (id: number, title: string): Promise<void> =>
  await saveAndRead(() => desktop.versions.rename({ id, title }));

const noticeId = 'version-removed';
const ns = 'versions' as const;

const readVersionsAgain = async (): Promise<void> => {
  await Promise.all(
    [queries.versions.list.key(), queries.versions.reviewState.key()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
};

/** Deletes a version without asking first, and offers to undo the deletion. */
export const removeVersion = async (version: CanvasVersion): Promise<void> => {
  const { id } = version;
  try {
    await desktop.versions.remove({ id });
    await readVersionsAgain();
    notifications.hide(noticeId);
    notifications.show({
      id: noticeId,
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': i18next.t('close', { ns }) },
      message: (
        <Notice
          action={i18next.t('undo', { ns })}
          onAction={() => void bringBack(id)}
          text={i18next.t('removed', { ns, version: versionName(version) })}
        />
      ),
    });
  } catch (error) {
    showError(error);
  }
};

const bringBack = async (id: number): Promise<void> => {
  notifications.hide(noticeId);
  try {
    await desktop.versions.bringBack({ id });
    await readVersionsAgain();
  } catch (error) {
    showError(error);
  }
};

/**
 * Returns the title that a person gave a version. If there is no title, returns the reason and the time.
 */
export const versionName = ({ title, reason, madeAt }: CanvasVersion): string =>
  title ?? `${i18next.t(`reason.${reason}`, { ns: 'versions' })}, ${fullTime(madeAt, language())}`;
