import { createHashHistory } from '@tanstack/react-router';
import { create } from 'zustand';

/** The location of the window, in the hash of its address. */
export const history = createHashHistory();

const pathOf = (canvasId: string): string => `/canvases/${encodeURIComponent(canvasId)}`;

/** Opens a canvas. This is for code outside of components, because components use the router. */
export const openCanvas = (canvasId: string): void => history.push(pathOf(canvasId));

const modelPathOf = (modelId: string): string => `/models/${encodeURIComponent(modelId)}`;

export const openModel = (modelId: string): void => history.push(modelPathOf(modelId));

type PageScope = { kind: 'all' } | { kind: 'threatModel' | 'collection'; id: string };

const pagePathOf = (page: 'register' | 'overview', scope: PageScope): string => {
  if (scope.kind === 'all') return `/${page}`;
  const folder = scope.kind === 'threatModel' ? 'models' : 'collections';
  return `/${folder}/${encodeURIComponent(scope.id)}/${page}`;
};

export const openRegister = (scope: PageScope = { kind: 'all' }): void =>
  history.push(pagePathOf('register', scope));

export const openOverview = (scope: Exclude<PageScope, { kind: 'all' }>): void =>
  history.push(pagePathOf('overview', scope));

export const openCodex = (): void => history.push('/codex');

/** Opens the page with the users and teams of the service. */
export const openPeople = (): void => history.push('/people');

/**
 * Tells if the window shows this canvas. The canvas store does not know this, because it keeps the last
 * canvas after the person has opened another page.
 */
export const isCanvasShown = (canvasId: string): boolean =>
  history.location.pathname === pathOf(canvasId);

/** Returns the ID of the canvas in the location, or `null` if the location is another page. */
export const canvasInLocation = (): string | null => {
  const id = /^\/canvases\/([^/]+)$/.exec(history.location.pathname)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
};

export const isModelShown = (modelId: string): boolean =>
  history.location.pathname === modelPathOf(modelId);

type WantedComponent = {
  canvasId: string;
  componentId: string;
  /** The threat to expand in the inspector, if any. */
  threatId?: string | null;
};
type WantedElements = { canvasId: string; elementIds: readonly string[] };

/**
 * The target to select once its canvas is open: a component, or elements by ID. After the selection,
 * this is `null`.
 */
export const useWantedComponent = create<{ wanted: WantedComponent | WantedElements | null }>(
  () => ({ wanted: null }),
);

export const wantComponent = (wanted: WantedComponent): void =>
  useWantedComponent.setState({ wanted });

export const wantElements = (wanted: WantedElements): void =>
  useWantedComponent.setState({ wanted });

/**
 * The threat to expand in the inspector, or `null` if there is none. It is set when the component of the
 * threat has been selected.
 */
export const useWantedThreat = create<{ wanted: { threatId: string } | null }>(() => ({
  wanted: null,
}));

/**
 * Opens the canvas of a component and selects the component. If `threatId` is given, also expands this
 * threat in the inspector.
 */
export const showComponent = (component: WantedComponent): void => {
  wantComponent(component);
  openCanvas(component.canvasId);
};

type LoadedCanvas = {
  canvasId: string | null;
  /** The threat model of the canvas. Edits of the canvas are part of the history of this model. */
  modelId: string | null;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
};

let read: (() => LoadedCanvas) | null = null;

/**
 * Registers a function that reads the canvas store. The kernel cannot import the code of the canvas,
 * because the home page starts without the canvas and React Flow. So the code of the canvas calls this
 * when it is loaded.
 */
export const offerCanvas = (readCanvas: () => LoadedCanvas): void => {
  read = readCanvas;
};

/**
 * Returns the canvas that is open or was open last, or `null` if the code of the canvas is not loaded.
 */
export const loadedCanvas = (): LoadedCanvas | null => read?.() ?? null;
