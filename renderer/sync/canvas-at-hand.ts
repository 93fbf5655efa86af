/** Fetched when it is asked for: the start page does without the canvas and what it draws with. */
export const canvasAtHand = async () =>
  (await import('../canvas/canvas-store.ts')).useCanvas.getState();
