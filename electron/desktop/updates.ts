import type { UpdateState, UpdateStep } from '#shared/desktop/updates.ts';
import { UpdateFailure } from '../shell/update-failure.ts';
import type { Updater } from '../shell/updater.ts';

/**
 * The times, in ms, that the app waits before the first check for updates (`first`) and between two
 * checks (`between`). The first check waits, so that it does not slow down the start.
 */
export const updateTimes = { first: 60_000, between: 24 * 60 * 60_000 };

type Dependencies = {
  /** The source of updates, or `null` if this copy cannot update itself. */
  source: { host: string; load: () => Promise<Updater> } | null;
  /**
   * True if the organization has switched updates on, false if it has switched them off, and `null` if
   * each person chooses.
   */
  managed: boolean | null;
  /** True if the person wants the daily check. */
  wantsCheck: () => boolean;
  publish: (state: UpdateState) => void;
  log: (message: string, details?: Record<string, unknown>) => void;
};

/**
 * Looks for new versions once a day. The person decides about the download, and again about the
 * installation. If the organization has switched updates off, no request is ever sent.
 */
export const createUpdates = ({ source, managed, wantsCheck, publish, log }: Dependencies) => {
  let step: UpdateStep = { name: 'idle', checkedAt: null };
  let updater: Promise<Updater> | null = null;
  let download: AbortController | null = null;
  let timer: NodeJS.Timeout | undefined;
  const isAllowed = managed !== false;

  const state = (): UpdateState => (source === null ? null : { host: source.host, step });

  const become = (next: UpdateStep): void => {
    step = next;
    publish(state());
  };

  /**
   * Does one step of an update. Sets the new step before the work begins, so that a second request does
   * not start the work again.
   */
  const attempt = async (
    begun: UpdateStep,
    task: (updater: Updater) => Promise<void>,
  ): Promise<void> => {
    if (source === null || !isAllowed) return;
    become(begun);
    try {
      updater ??= source.load();
      await task(await updater);
    } catch (error) {
      const problem = error instanceof UpdateFailure ? error.problem : 'unreachable';
      log('update failed', { step: step.name, problem, reason: String(error) });
      become({ name: 'failed', problem });
    }
  };

  const check = async (): Promise<void> => {
    if (!['idle', 'available', 'failed'].includes(step.name)) return;
    await attempt({ name: 'checking' }, async (loaded) => {
      const version = await loaded.check();
      become(
        version === null
          ? { name: 'idle', checkedAt: new Date().toISOString() }
          : { name: 'available', version },
      );
    });
  };

  const checkDaily = (): void => {
    timer = setTimeout(checkDaily, updateTimes.between);
    if (managed ?? wantsCheck()) void check();
  };

  return {
    state,
    check,
    download: async (): Promise<void> => {
      if (step.name !== 'available') return;
      const { version } = step;
      const abort = new AbortController();
      download = abort;
      await attempt({ name: 'downloading', version, percent: 0 }, async (loaded) => {
        const progress = (percent: number): void => {
          const whole = Math.floor(percent);
          if (step.name === 'downloading' && step.percent !== whole) {
            become({ name: 'downloading', version, percent: whole });
          }
        };
        try {
          await loaded.download(progress, abort.signal);
        } catch (error) {
          if (!abort.signal.aborted) throw error;
        }
        become({ name: abort.signal.aborted ? 'available' : 'ready', version });
      });
    },
    cancel: (): void => download?.abort(),
    install: async (): Promise<void> => {
      if (step.name !== 'ready') return;
      const { version } = step;
      await attempt({ name: 'installing', version }, async (loaded) => await loaded.install());
    },
    /** Begins the daily checks. */
    start: (): void => {
      if (source !== null && isAllowed) timer = setTimeout(checkDaily, updateTimes.first);
    },
    stop: (): void => {
      clearTimeout(timer);
      download?.abort();
    },
  };
};

export type Updates = ReturnType<typeof createUpdates>;
