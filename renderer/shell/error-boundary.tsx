import { Button } from '@mantine/core';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';

/** The fallback UI of the error boundary. */
export const Stopped = ({ error }: { error: unknown }) => {
  const { t } = useTranslation();
  return (
    <Message
      action={
        <Button leftSection={<RotateCw />} onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      }
      {...(error instanceof Error && { detail: error.message })}
      icon={<TriangleAlert />}
      role="alert"
      text={t('error.kept')}
      title={t('error.title')}
    />
  );
};

type Props = { children: ReactNode };

/**
 * If rendering a part of the window fails, shows an error message and a button that reloads the window.
 * Otherwise, the window would be empty.
 */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <Stopped error={error} />;
  }
}
