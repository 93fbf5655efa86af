import { useCallback, useEffect, useRef } from 'react';
import { whenHandRests } from '../../app/when-hand-rests.ts';

/**
 * Paints once before the next frame is shown, however often it is asked to until then. What is not
 * looked at while something moves can wait until the hand was `quiet` for so many milliseconds.
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
      stop.current = whenHandRests(run, quiet);
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
