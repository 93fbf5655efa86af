import type { Position, Size } from '#shared/canvas/document.ts';

/** The middle of what is seen of the canvas, in the window. */
export const middleOfCanvas = (): Position => {
  const box = document.querySelector('.react-flow')?.getBoundingClientRect();
  return box
    ? { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    : { x: window.innerWidth / 2, y: window.innerHeight / 2 };
};

/** How much room there is for the canvas, also before it is in the page. */
export const roomOfCanvas = (): Size => {
  const box = document
    .querySelector('[data-keys="canvas"]:not([data-outline])')
    ?.getBoundingClientRect();
  return { width: box?.width ?? window.innerWidth, height: box?.height ?? window.innerHeight };
};
