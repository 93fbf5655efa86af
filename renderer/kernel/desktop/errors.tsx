import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ORPCError } from '@orpc/client';
import i18next from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { desktopErrorCodes, errorDetail, type DesktopErrorCode } from '#shared/desktop/errors.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { Message } from '../../ui/message.tsx';

type ErrorText = {
  title: string;
  /** Says what happened to the person's work, and what the person can do. */
  text: string;
  /** The original message of the service or the operating system. */
  detail?: string;
};

const isKnown = (code: unknown): code is DesktopErrorCode =>
  desktopErrorCodes.some((known) => known === code);

/** Returns the texts for an error of a procedure. */
export const errorText = (error: unknown): ErrorText => {
  const given: unknown = error instanceof ORPCError ? error.code : null;
  const code = isKnown(given) ? given : 'unknown';
  const title = i18next.t(`${code}.title`, { ns: 'errors' });
  const text = i18next.t(`${code}.text`, { ns: 'errors' });
  const parsed = error instanceof ORPCError ? errorDetail.safeParse(error.data) : null;
  const detail = parsed?.success ? parsed.data.detail : plainMessage(error);
  return detail === '' ? { title, text } : { title, text, detail };
};

const plainMessage = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Tells if the requested record no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === ('RECORD_GONE' satisfies DesktopErrorCode);

/** Tells if the service refused a request. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === ('SERVICE_REFUSED' satisfies DesktopErrorCode);

/** Tells if the error is a cancellation by the person, which needs no message. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';

/**
 * Shows the error of a failed command in a notification, which stays until the person closes it. If `id`
 * is given, only one notification with this ID is shown at a time, and code can hide it. A cancellation
 * by the person is not shown.
 */
export const showError = (error: unknown, id?: string): void => {
  if (isAbort(error)) return;
  const { title, text, detail } = errorText(error);
  notifications.show({
    ...(id !== undefined && { id }),
    autoClose: false,
    color: 'red',
    icon: <TriangleAlert />,
    title,
    message: detail === undefined ? text : `${text} (${detail})`,
  });
};

type Props = { error: unknown; retry: () => void };

export const LoadFailed = ({ error, retry }: Props) => {
  const { t } = useTranslation('threats');
  return (
    <Message
      {...errorText(error)}
      action={
        <Button onClick={retry} variant="default">
          {t('retry')}
        </Button>
      }
      icon={<TriangleAlert />}
      role="alert"
    />
  );
};
