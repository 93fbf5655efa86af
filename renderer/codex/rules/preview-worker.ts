import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { ComponentThreats } from '#shared/desktop/contract.ts';
import { speak } from '#shared/locales/texts.ts';
import { ruleSetIn } from '#shared/suggestions/default-rules.ts';
import type { OwnRule } from '#shared/suggestions/own-rule.ts';
import { suggest } from '#shared/suggestions/suggest.ts';
import { systemOf } from '#shared/suggestions/system-of.ts';
import { withOwnRules } from '#shared/suggestions/with-own-rules.ts';

export type PreviewModel = {
  drawings: readonly { id: string; document: string | null }[];
  threats: readonly ComponentThreats[];
};
export type PreviewJob =
  | { model: PreviewModel }
  | { number: number; language: string; rule: OwnRule };
export type PreviewFound = { number: number; count: number; sentences: string[] };

/** The maximum number of suggestions in a preview. Nobody reads more. */
const maxSuggestions = 50;

let model: PreviewModel = { drawings: [], threats: [] };

const find = async (number: number, language: string, rule: OwnRule): Promise<void> => {
  await speak(language);
  const all = await ruleSetIn(language);
  const enabled = { ...rule, isEnabled: true };
  const rules = withOwnRules({ ...all, rules: [] }, { rules: [enabled], disabledRules: [] });
  const canvases = model.drawings.flatMap(({ id, document }) =>
    document === null ? [] : [{ id, document: storedDocumentSchema.parse(JSON.parse(document)) }],
  );
  const known = new Map(model.threats.map((each) => [each.componentId, each.threats]));
  const found = suggest(
    systemOf({ canvases, types: new Map(), threats: known }, rules.vocabulary),
    rules,
  );
  const sentences = found.slice(0, maxSuggestions).map(({ because }) => because);
  postMessage({ number, count: found.length, sentences } satisfies PreviewFound);
};

/**
 * Stores the model that a message contains, or finds the suggestions of a rule for the stored model. The
 * search runs in a worker, so that the window stays responsive.
 */
addEventListener('message', ({ data }: MessageEvent<PreviewJob>) => {
  if ('model' in data) ({ model } = data);
  else void find(data.number, data.language, data.rule);
});
