import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import type { Schedule } from '#shared/suggestions/checks.ts';
import type { OwnCodex } from '#shared/suggestions/own-entries.ts';
import type { Suggestion } from '#shared/suggestions/suggest.ts';
import { useArrangeSettings } from '../canvas/state/arrange-settings.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { showSuggestionCounts } from '../canvas/state/suggestion-counts.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';
import { afterInputPause } from '../kernel/desktop/after-input-pause.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { useRecordsChanged } from '../kernel/desktop/record-events.ts';
import { usePanels } from '../kernel/panels/panels.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { Analysis, AnalysisFound, AnalysisJob } from './analysis-worker.ts';
import { modelFacts } from './model-facts.ts';
import { ownCodex } from './own-codex.ts';

/**
 * The result of a search. `canvasId` and `modelId` are the canvas and the model that were open during
 * the search, or `null` before the first result.
 */
type Found = Analysis & { canvasId: string | null; modelId: string | null };

const useFound = create<Found>(() => ({
  canvasId: null,
  modelId: null,
  suggestions: [],
  findings: [],
  dismissed: [],
  openThreats: 0,
  controls: [],
}));

/**
 * Returns the result of the search for the model of the open canvas, or `null` if there is no result
 * since the canvas was opened.
 */
export const useAnalysis = (): Analysis | null => {
  const canvasId = useCanvas((state) => state.canvasId);
  const found = useFound();
  return found.canvasId === canvasId ? found : null;
};

useFound.subscribe(({ canvasId, modelId, suggestions }) => {
  const byElement = new Map<string, number>();
  for (const element of suggestions.flatMap(({ drawn }) => drawn)) {
    if (element.canvasId !== canvasId) continue;
    byElement.set(element.elementId, (byElement.get(element.elementId) ?? 0) + 1);
  }
  showSuggestionCounts({ byElement, inModel: suggestions.length, modelId });
});

/** Removes suggestions from the list at once, before the next search leaves them out too. */
export const hide = (isHidden: (suggestion: Suggestion) => boolean): void =>
  useFound.setState(({ suggestions }) => ({
    suggestions: suggestions.filter((each) => !isHidden(each)),
  }));

/**
 * The longest time, in ms, that a search waits for an idle window while the bottom panel is open. After
 * this time, the search starts even during continuous input.
 */
const latest = 1000;
/**
 * The length, in ms, of the pause in the input after which a search starts while the bottom panel is
 * closed. It can be long, because the window then shows only the numbers of suggestions.
 */
const rest = 2000;
/**
 * The maximum number of nodes and flows in a drawing that is searched even while the bottom panel is
 * closed, so that the numbers of suggestions stay current. A larger drawing is searched only while the
 * bottom panel is open.
 */
const maxForCounts = 1000;

/**
 * `isSeen` is true if the window shows results of the search, in the bottom panel or as numbers of
 * suggestions. `isUrgent` is true if the bottom panel is open, so that the results should be current.
 */
const useIsSeen = (): { isSeen: boolean; isUrgent: boolean } => {
  const isOpen = usePanels(({ drawer }) => drawer.open);
  const areCountsShown = useArrangeSettings(({ suggestionCountsShown }) => suggestionCountsShown);
  const isSmall = useCanvas(
    ({ document }) => document.nodes.length + document.edges.length <= maxForCounts,
  );
  return { isSeen: isOpen || (areCountsShown && isSmall), isUrgent: isOpen };
};

type Finder = { soon: () => void; end: () => void };

/**
 * Searches the model of the open canvas for suggestions and failed checks, in a worker, while the window
 * shows results of the search. A change to the drawing, the records, or the rules starts a new search.
 * The search waits until the window is idle or, if the bottom panel is closed, for a pause in the input.
 */
export const useFinder = (): void => {
  const { isSeen, isUrgent } = useIsSeen();
  const { language } = useTranslation();
  const canvasId = useCanvas((state) => state.canvasId);
  const modelId = useCanvas((state) => state.modelId);
  const { model } = useWorkspaceLocation();
  const { title = '', status = '', due_to_date = null } = model ?? {};
  const finder = useRef<Finder | null>(null);
  useEffect(() => {
    if (!isSeen || canvasId === null || modelId === null) return undefined;
    const schedule = { title, status, due_to_date };
    const started = startFinder({ canvasId, modelId, schedule, isUrgent, language });
    finder.current = started;
    const stop = useCanvas.subscribe((state, before) => {
      if (state.document !== before.document) started.soon();
    });
    const stopRules = useExtensions.subscribe((state, before) => {
      if (state.state?.document !== before.state?.document) started.soon();
    });
    started.soon();
    return () => {
      stop();
      stopRules();
      started.end();
      finder.current = null;
    };
  }, [isSeen, isUrgent, language, canvasId, modelId, title, status, due_to_date]);
  // Searches again when records change. A change to the drawing has already started a search, but this
  // search may miss the new records of the change, which are stored later. Changes of other people may
  // affect only records and start no search themselves.
  useRecordsChanged(() => finder.current?.soon());
};

type Subject = {
  canvasId: string;
  modelId: string;
  schedule: Schedule;
  isUrgent: boolean;
  language: string;
};

/**
 * The waiting time, in ms, before the app requests the codex again after the first failure, because the
 * service may be starting or be offline for a moment. Each further waiting time is twice as long, up to
 * `longestWait`.
 */
const firstWait = 1000;
const longestWait = 32_000;

const startFinder = ({ canvasId, modelId, schedule, isUrgent, language }: Subject): Finder => {
  let worker: Worker | null = null;
  let cancel: (() => void) | null = null;
  let number = 0;
  let isEnded = false;
  let known: Record<string, string> = {};
  let codex: OwnCodex | null = null;
  let isCodexAsked = false;
  let sentExtensions: Extensions | null = null;

  /**
   * Requests the codex, and requests it again after a failure. The search starts without the codex, and
   * runs again once the codex has arrived.
   */
  const askForCodex = async (wait: number): Promise<void> => {
    if (isEnded || wait > longestWait) return;
    codex = await ownCodex();
    if (codex && !isEnded) soon();
    if (!codex) setTimeout(() => void askForCodex(wait * 2), wait);
  };

  const workerFor = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('analysis-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<AnalysisFound>) => {
      if (data.number !== number || isEnded) return;
      const { number: _, ...analysis } = data;
      useFound.setState({ canvasId, modelId, ...analysis });
    });
    return worker;
  };

  const find = async (run: number): Promise<void> => {
    const { drawings, threats } = await modelFacts({ modelId, except: canvasId, known });
    const { canvasId: openId, document } = useCanvas.getState();
    if (isEnded || run !== number || openId !== canvasId) return;
    known = Object.fromEntries(drawings.map(({ id, revision }) => [id, revision]));
    const extensions = useExtensions.getState().state?.document ?? null;
    const job: AnalysisJob = {
      number: run,
      language,
      model: schedule,
      open: { id: canvasId, document },
      drawings,
      threats,
      codex,
      extensions: extensions === sentExtensions ? null : extensions,
    };
    sentExtensions = extensions;
    workerFor().postMessage(job);
    codex = null;
    if (!isCodexAsked) void askForCodex(firstWait);
    isCodexAsked = true;
  };

  const analyze = (): void => {
    cancel = null;
    const run = number;
    // Waits until all threats are stored, so that the search reads them and does not suggest them again.
    whenSaved(() => void find(run).catch(() => undefined));
  };

  const whenIdle = (): (() => void) => {
    const waiting = requestIdleCallback(analyze, { timeout: latest });
    return () => cancelIdleCallback(waiting);
  };

  const soon = (): void => {
    // Makes the result of a running search outdated, so that it is not shown.
    number += 1;
    cancel ??= isUrgent ? whenIdle() : afterInputPause(analyze, rest);
  };

  return {
    soon,
    end: () => {
      isEnded = true;
      cancel?.();
      worker?.terminate();
    },
  };
};
