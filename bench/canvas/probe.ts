/**
 * `window.probe` acts and measures inside the page, so that the time for messages between this process
 * and the page is not measured.
 */
type Probe = {
  /** Runs `step` on every frame and returns how long each frame took, in milliseconds. */
  frames: (count: number, step: (frame: number) => void) => Promise<number[]>;
  /** Runs `act` and returns how long each frame took until `isDone`, in milliseconds. */
  framesUntil: (act: () => void, isDone: () => boolean) => Promise<number[]>;
  /** Returns the time from `act` until the frame that shows its result, in milliseconds. */
  untilPainted: (act: () => void, isDone?: () => boolean) => Promise<number>;
  /**
   * Tells if the first elements or the picture of the open canvas are shown. While another canvas is being
   * opened, the canvas before is still shown, but inert.
   */
  isDrawn: () => boolean;
  /** Resolves to the time at which the status bar says that the next change is saved. */
  saved: () => Promise<number>;
  pane: () => Element;
  middle: () => { x: number; y: number };
  zoomNow: () => number;
  /** Returns the window coordinates of a point on the canvas. */
  windowPointOf: (point: { x: number; y: number }) => { x: number; y: number };
  centreOf: (element: Element) => { x: number; y: number };
  /**
   * Returns the element that matches `selector` and is nearest to the center of the canvas. The
   * `skipped` nearest elements are left out.
   */
  nearest: (selector: string, skipped?: number) => Element;
  /** Returns the field in which a label is edited. */
  field: () => HTMLTextAreaElement;
  send: (type: string, target: EventTarget, at: { x: number; y: number }, more?: object) => void;
};

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Installs the probe. This function runs in the page of the app, not in this process. */
export const installProbe = (): void => {
  const nextFrame = (): Promise<number> =>
    new Promise((resolve) => void requestAnimationFrame(resolve));
  const painted = (): Promise<void> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      });
    });
  const centreOf = (element: Element): { x: number; y: number } => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const pane = (): Element => {
    const found = document.querySelector('.react-flow__pane');
    if (!found) throw new Error('There is no canvas');
    return found;
  };

  const transform = (): { x: number; y: number; scale: number } => {
    const viewport = document.querySelector('.react-flow__viewport');
    const {
      e: x,
      f: y,
      a: scale,
    } = new DOMMatrix(viewport ? getComputedStyle(viewport).transform : '');
    return { x, y, scale };
  };

  window.probe = {
    frames: async (count, step) => {
      const times: number[] = [];
      await nextFrame();
      let before = await nextFrame();
      for (let frame = 0; frame < count; frame += 1) {
        step(frame);
        const now = await nextFrame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    framesUntil: async (act, isDone) => {
      const times: number[] = [];
      let before = await nextFrame();
      act();
      while (!isDone()) {
        const now = await nextFrame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    isDrawn: () => {
      if (document.querySelector('[inert] .react-flow')) return false;
      const sheet = document.querySelector<HTMLCanvasElement>('canvas[data-overview]');
      const isPainted = sheet !== null && sheet.width > 0 && sheet.style.transform === '';
      return document.querySelector('.react-flow__node') !== null || isPainted;
    },
    untilPainted: async (act, isDone = () => true) => {
      await painted();
      const begun = performance.now();
      act();
      do await painted();
      while (!isDone());
      return performance.now() - begun;
    },
    saved: () =>
      new Promise((resolve) => {
        const footer = document.querySelector('footer');
        if (!footer) throw new Error('There is no status bar');
        let isSaving = false;
        const observer = new MutationObserver(() => {
          if (footer.textContent.includes('Saving')) isSaving = true;
          else if (isSaving) {
            observer.disconnect();
            resolve(performance.now());
          }
        });
        observer.observe(footer, { subtree: true, childList: true, characterData: true });
      }),
    pane,
    middle: () => centreOf(pane()),
    zoomNow: () => transform().scale,
    windowPointOf: (point) => {
      const box = pane().getBoundingClientRect();
      const { x, y, scale } = transform();
      return { x: box.x + x + point.x * scale, y: box.y + y + point.y * scale };
    },
    centreOf,
    nearest: (selector, skipped = 0) => {
      const middle = centreOf(pane());
      const distance = (element: Element): number => {
        const { x, y } = centreOf(element);
        return Math.hypot(x - middle.x, y - middle.y);
      };
      const found = [...document.querySelectorAll(selector)]
        .toSorted((one, other) => distance(one) - distance(other))
        .at(skipped);
      if (!found) throw new Error(`No element matches ${selector}`);
      return found;
    },
    field: () => {
      const found = document.querySelector('.react-flow textarea');
      if (!(found instanceof HTMLTextAreaElement)) throw new Error('No label is being edited');
      return found;
    },
    send: (type, target, { x, y }, more = {}) => {
      const options = {
        bubbles: true,
        cancelable: true,
        composed: true,
        view: window,
        clientX: x,
        clientY: y,
        ...more,
      };
      const Event = { p: PointerEvent, w: WheelEvent }[type[0] ?? ''] ?? MouseEvent;
      target.dispatchEvent(new Event(type, { pointerId: 1, isPrimary: true, ...options }));
    },
  };
};
