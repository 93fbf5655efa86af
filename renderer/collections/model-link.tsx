import { Link } from '@tanstack/react-router';
import type { KeyboardEventHandler, ReactNode } from 'react';
import type { ModelEntry } from './use-overview.ts';

type ModelLinkProps = {
  model: ModelEntry;
  children: ReactNode;
  className?: string | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLAnchorElement>;
};

/** To the first canvas of a model, or to the page that offers to make one. */
export const ModelLink = ({ model, ...props }: ModelLinkProps) => {
  const [first] = model.canvases;
  return first ? (
    <Link {...props} params={{ canvasId: first.id }} to="/canvases/$canvasId" />
  ) : (
    <Link {...props} params={{ modelId: model.id }} to="/models/$modelId" />
  );
};
