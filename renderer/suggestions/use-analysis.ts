import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import type { Schedule } from '#shared/suggestions/checks.ts';
import type { OwnCodex } from '#shared/suggestions/own-entries.ts';
import type { Suggestion } from '#shared/suggestions/suggest.ts';
import { useArrangeSettings } from '../canvas/state/arrange-settings.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { showSuggestionCounts } from '../canvas/state/suggestion-counts.ts';
import { useExtensions } from '../kernel/codex/extensions.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { whenHandRests } from '../kernel/desktop/when-hand-rests.ts';
import { usePanels } from '../kernel/panels/panels.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { Analysis, AnalysisFound, AnalysisJob } from './analysis-worker.ts';
import { modelFacts } from './model-facts.ts';
import { ownCodex } from './own-codex.ts';

/** The canvas and the model are those that were open. */
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

/** Returns what was found for the model of the open canvas, `null` before the first time. */
export const useAnalysis = (): Analysis | null => {
  const canvasId = useCanvas((state) => state.canvasId);
  const found = useFound();
  return found.canvasId === canvasId ? found : null;
};

useFound.subscribe(({ canvasId, modelId, suggestions }) => {
  const byElement = new Map<string, number>();
  for (const place of suggestions.flatMap(({ drawn }) => drawn)) {
    if (place.canvasId !== canvasId) continue;
    byElement.set(place.elementId, (byElement.get(place.elementId) ?? 0) + 1);
  }
  showSuggestionCounts({ byElement, inModel: suggestions.length, modelId });
});

/** Removes suggestions from the list before they are found to be gone. */
export const hide = (isGone: (suggestion: Suggestion) => boolean): void =>
  useFound.setState(({ suggestions }) => ({
    suggestions: suggestions.filter((each) => !isGone(each)),
  }));

/** In ms. Without a limit, continuous input would delay it forever. */
const latest = 1000;
/** In ms without input, while only the numbers on the elements show what is found. */
const rest = 2000;
/** In a larger drawing, only the open panel is worth the work after each change. */
const mostForCounts = 1000;

/** Returns true while somebody sees what is found. */
const useIsSeen = (): { isSeen: boolean; isUrgent: boolean } => {
  const isOpen = usePanels(({ drawer }) => drawer.open);
  const areCountsShown = useArrangeSettings(({ suggestionCountsShown }) => suggestionCountsShown);
  const isSmall = useCanvas(
    ({ document }) => document.nodes.length + document.edges.length <= mostForCounts,
  );
  return { isSeen: isOpen || (areCountsShown && isSmall), isUrgent: isOpen };
};

type Finder = { soon: () => void; end: () => void };

/**
 * Finds suggestions and failed checks for the model of the open canvas in a worker: when the window
 * is idle, and again after each change to the drawing or to records. Without the bottom panel, it
 * does so when the person rests.
 */
export const useFinder = (): void => {
  const { isSeen, isUrgent } = useIsSeen();
  const { language } = useTranslation().i18n;
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
  // The records of a change arrive after its drawing, and those of others without one.
  const again = (): void => finder.current?.soon();
  useAnnouncements(desktop.news, again, again);
};

type Subject = {
  canvasId: string;
  modelId: string;
  schedule: Schedule;
  isUrgent: boolean;
  language: string;
};

/** In ms. The service may be starting, or away for a moment. */
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

  /** Nothing waits for the service: what is found before is found again with its words. */
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

  const find = async (mine: number): Promise<void> => {
    const { drawings, threats } = await modelFacts({ modelId, except: canvasId, known });
    const { canvasId: openId, document } = useCanvas.getState();
    if (isEnded || mine !== number || openId !== canvasId) return;
    known = Object.fromEntries(drawings.map(({ id, revision }) => [id, revision]));
    const extensions = useExtensions.getState().state?.document ?? null;
    const job: AnalysisJob = {
      number: mine,
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

  const look = (): void => {
    cancel = null;
    const mine = number;
    // Threats that are being stored are read, not suggested again.
    whenSaved(() => void find(mine).catch(() => undefined));
  };

  const whenIdle = (): (() => void) => {
    const waiting = requestIdleCallback(look, { timeout: latest });
    return () => cancelIdleCallback(waiting);
  };

  const soon = (): void => {
    // The search that runs now is out of date.
    number += 1;
    cancel ??= isUrgent ? whenIdle() : whenHandRests(look, rest);
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
