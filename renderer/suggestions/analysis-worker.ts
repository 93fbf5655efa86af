import type { Extensions } from '#shared/api/codex-extensions.ts';
import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import { noExtensions, readExtensions } from '#shared/codex/codex-extensions.ts';
import type { ComponentThreats } from '#shared/desktop/contract.ts';
import { libraryEntries } from '#shared/library/library-entries.ts';
import { libraryIn } from '#shared/library/library-titles.ts';
import { speak } from '#shared/locales/texts.ts';
import type { Schedule } from '#shared/suggestions/checks.ts';
import { ruleSet, ruleSetIn } from '#shared/suggestions/default-rules.ts';
import {
  dismissedSuggestions,
  type DismissedSuggestion,
} from '#shared/suggestions/dismissed-list.ts';
import { withOwnEntries, type OwnCodex } from '#shared/suggestions/own-entries.ts';
import { suggest, type Suggestion } from '#shared/suggestions/suggest.ts';
import { systemOf } from '#shared/suggestions/system-of.ts';
import { withOwnRules } from '#shared/suggestions/with-own-rules.ts';
import { controlsIn, type Control } from './controls-in.ts';
import { findingsOf, openThreatsIn, type Finding } from './findings.ts';

export type AnalysisJob = {
  number: number;
  /** The language of the window. */
  language: string;
  model: Schedule;
  /** The open canvas with its current drawing. */
  open: { id: string; document: CanvasDocument };
  /**
   * All canvases of the model, in order. `document` is `null` for the open canvas, and for a canvas that
   * has not changed since the last job.
   */
  drawings: readonly { id: string; document: string | null }[];
  /** The existing threats of components. */
  threats: readonly ComponentThreats[];
  /** The codex of the service, or `null` if it was not read since the last job. */
  codex: OwnCodex | null;
  /** The rules of the organization, or `null` if they have not changed since the last job. */
  extensions: Extensions | null;
};
export type Analysis = {
  suggestions: readonly Suggestion[];
  findings: readonly Finding[];
  dismissed: readonly DismissedSuggestion[];
  openThreats: number;
  controls: readonly Control[];
};
export type AnalysisFound = Analysis & { number: number };

let spoken = '';
let known: OwnCodex = { attributes: [], threats: [], mitigations: [] };
let worded = ruleSet();
let own = readExtensions(noExtensions);
let rules = worded;
const documents = new Map<string, CanvasDocument>();

/** Updates the language, the codex, and the rules of the organization. */
const follow = async ({ language, codex, extensions }: AnalysisJob): Promise<void> => {
  const isNewLanguage = language !== spoken;
  if (isNewLanguage) await speak(language);
  spoken = language;
  if (codex) known = codex;
  if (isNewLanguage || codex) {
    const defaults = libraryEntries(await libraryIn(language));
    worded = withOwnEntries(await ruleSetIn(language), known, defaults);
  }
  if (extensions) own = readExtensions(extensions);
  if (isNewLanguage || codex || extensions) rules = withOwnRules(worded, own);
};

/** Finds suggestions and failed security checks of a model. */
const analyze = async (job: AnalysisJob): Promise<void> => {
  await follow(job);
  const { number, open, drawings, threats, model } = job;
  for (const { id, document } of drawings) {
    if (document !== null) documents.set(id, storedDocumentSchema.parse(JSON.parse(document)));
  }
  documents.set(open.id, open.document);
  const canvases = drawings.flatMap(({ id }) => {
    const document = documents.get(id);
    return document ? [{ id, document }] : [];
  });
  const byComponent = new Map(threats.map((each) => [each.componentId, each.threats]));
  const system = systemOf({ canvases, types: new Map(), threats: byComponent }, rules.vocabulary);
  postMessage({
    number,
    suggestions: suggest(system, rules),
    findings: findingsOf(system, model, new Date()),
    dismissed: dismissedSuggestions(canvases, rules.threats),
    openThreats: openThreatsIn(system),
    controls: controlsIn(system, threats, own.frameworks),
  } satisfies AnalysisFound);
};

let last = Promise.resolve();

/** Runs jobs one after another, because a job contains only what has changed since the previous job. */
addEventListener('message', ({ data }: MessageEvent<AnalysisJob>) => {
  last = last.catch(() => undefined).then(() => analyze(data));
});
