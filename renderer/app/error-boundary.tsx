import { Component, type ReactNode } from 'react';
import { Stopped } from './stopped.tsx';

type Props = { children: ReactNode };

/** Shows that a part has stopped, with a way out, instead of an empty window. */
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
