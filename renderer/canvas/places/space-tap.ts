/**
 * Space has two meanings: tapped, it selects what has the focus; held while the pointer drags, it
 * moves the view. Which of them it was is known when it is let go.
 */
export const onSpaceTap = (tap: () => void): void => {
  const stop = new AbortController();
  const { signal } = stop;
  const isOver = (): void => stop.abort();
  window.addEventListener('pointerdown', isOver, { signal });
  window.addEventListener('wheel', isOver, { signal, passive: true });
  window.addEventListener('blur', isOver, { signal });
  window.addEventListener(
    'keyup',
    ({ code }) => {
      if (code !== 'Space') return;
      isOver();
      tap();
    },
    { signal },
  );
};
