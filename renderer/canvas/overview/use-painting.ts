import { useCallback, useEffect, useRef } from 'react';
import { afterInputPause } from '../../kernel/desktop/after-input-pause.ts';

/**
 * Returns a function that requests a repaint. Several requests before the next frame cause one
 * repaint. With `quiet`, the repaint waits until there has been no input for that many
 * milliseconds.
 */
export const usePainting = (paint: () => void, quiet = 0): (() => void) => {
  const latest = useRef(paint);
  const stop = useRef<(() => void) | null>(null);
  const ask = useCallback((): void => {
    if (quiet > 0) stop.current?.();
    else if (stop.current) return;
    const run = (): void => {
      stop.current = null;
      latest.current();
    };
    if (quiet > 0) {
      stop.current = afterInputPause(run, quiet);
      return;
    }
    const asked = requestAnimationFrame(run);
    stop.current = () => cancelAnimationFrame(asked);
  }, [quiet]);
  useEffect(() => {
    latest.current = paint;
    ask();
  });
  useEffect(
    () => () => {
      stop.current?.();
      stop.current = null;
    },
    [],
  );
  return ask;
};

/**
 * Calls `changed` when the color scheme changes to dark, light, or forced colors, or when the window moves
 * to a display with another resolution, because a painted picture does not follow them by itself.
 */
export const useDisplayChange = (changed: () => void): void => {
  useEffect(() => {
    const scheme = new MutationObserver(changed);
    scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    const forced = window.matchMedia('(forced-colors: active)');
    forced.addEventListener('change', changed);
    const stop = onResolutionChange(changed);
    return () => {
      stop();
      scheme.disconnect();
      forced.removeEventListener('change', changed);
    };
  }, [changed]);
};

/** Calls `changed` whenever the resolution changes. Returns a function that ends this. */
const onResolutionChange = (changed: () => void): (() => void) => {
  const ended = new AbortController();
  const wait = (): void =>
    window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        wait();
        changed();
      },
      { once: true, signal: ended.signal },
    );
  wait();
  return () => ended.abort();
};
