import { createLazyRoute } from '@tanstack/react-router';
import { CanvasPage } from './canvas-page.tsx';

export const canvasRoute = createLazyRoute('/canvases/$canvasId')({ component: CanvasPage });
