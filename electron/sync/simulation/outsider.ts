import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import { applyOperation } from '#shared/canvas/apply.ts';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import { strokes, type Pen } from './drawing.ts';
import { addSubject, tokensIn, type Ledger, type View } from './ledger.ts';
import type { Lineages } from './lineages.ts';
import { elementSlots, recordSlots, under, type Seen } from './visible.ts';

type Dependencies = {
  client: SyncClient;
  /** Reads everything that the service has. */
  everything: () => Promise<Seen[]>;
  ledger: Ledger;
  lineages: Lineages;
  /** Every ID that a component ever had at the service. */
  componentIds: Set<string>;
};

/** Returns a view of some records at the service, as a person would see them. */
const viewOfSeen = (all: readonly Seen[], { of }: Lineages): View => {
  const tokens = tokensIn(all);
  const view: View = { tokens, own: tokens, slots: new Map(), subjects: new Map() };
  for (const { kind, id, parentId, content } of all) {
    addSubject(view, of(id), JSON.stringify(content), parentId && of(parentId));
    recordSlots(view, of(id), kind, content);
    const drawing = canvasDocumentSchema.safeParse(content['data']).data;
    for (const element of [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])]) {
      elementSlots(view, element);
      addSubject(view, element.id, JSON.stringify(element), of(id));
    }
  }
  return view;
};

/**
 * Creates another program that writes to the service. It always sees the current state of the service.
 */
export const createOutsider = (dependencies: Dependencies) => {
  const { client, everything, ledger, lineages, componentIds } = dependencies;
  const titled = (seen: Seen, { word }: Pen) => ({ id: seen.id, title: word() });

  const rename = async (seen: Seen, pen: Pen): Promise<void> => {
    if (seen.kind === 'collection') await client.collections.update(titled(seen, pen));
    else if (seen.kind === 'threatModel') await client.threatModels.update(titled(seen, pen));
    else if (seen.kind === 'canvas') await client.canvases.update(titled(seen, pen));
    else if (seen.kind === 'component') await client.components.update(titled(seen, pen));
    else if (seen.kind === 'threat') await client.threats.update(titled(seen, pen));
    else if (seen.kind === 'mitigation') await client.mitigations.update(titled(seen, pen));
  };

  const rate = async ({ kind, id }: Seen, { chance }: Pen): Promise<void> => {
    if (kind !== 'threat') return;
    const priority = chance.pick(priorities) ?? 'low';
    await client.threats.update({ id, priority, status: chance.pick(threatStatuses) ?? 'open' });
  };

  const draw = async (seen: Seen, pen: Pen): Promise<void> => {
    if (seen.kind !== 'canvas') return;
    const { data } = await client.canvases.get({ id: seen.id });
    const name = pen.chance.weighted(strokes);
    const operation = strokes[name].draw(canvasDocumentSchema.parse(data), pen);
    if (name === 'copy a node') ledger.copy(tokensIn(operation));
    await client.canvases.update({ id: seen.id, data: applyOperation(data, operation) });
  };

  const create = async ({ kind, id }: Seen, { chance, word }: Pen): Promise<void> => {
    const title = word();
    if (kind === 'threatModel') await client.canvases.create({ title, threatModelId: id });
    else if (kind === 'canvas') await client.components.create({ title, canvasId: id });
    else if (kind === 'component') await client.threats.create({ title, componentId: id });
    else if (kind === 'threat') {
      if (chance.happens(0.5)) await client.mitigations.create({ title, threatId: id });
      else await client.comments.create({ text: title, threatId: id });
    }
  };

  const remove = async ({ kind, id }: Seen, { chance }: Pen): Promise<void> => {
    if (kind === 'component') await client.components.delete({ id });
    if (kind === 'threat') await client.threats.delete({ id });
    if (kind === 'mitigation') await client.mitigations.delete({ id });
    if (kind === 'canvas' && chance.happens(0.3)) await client.canvases.delete({ id });
  };

  const deeds = [rename, rename, rate, draw, draw, draw, create, create, remove];

  return {
    act: async (pen: Pen): Promise<void> => {
      const all = await everything();
      for (const each of all) if (each.kind === 'component') componentIds.add(each.id);
      const kind = pen.chance.pick(all)?.kind;
      const seen = pen.chance.choose(
        all.filter((each) => each.kind === kind),
        ({ content }) => [...tokensIn(content)].join(' '),
      );
      if (!seen) return;
      const before = viewOfSeen(under(all, seen.id), lineages);
      await pen.chance.pick(deeds)?.(seen, pen);
      const left = await everything();
      const after = viewOfSeen(under(left, seen.id), lineages);
      ledger.note('the outsider', before, after, () => true);
      // This program renames a component without its nodes. The labels of these nodes still have the
      // former name, so that name may stay at the service.
      const elsewhere = tokensIn(left);
      const replaced = [...before.tokens].filter((token) => !after.tokens.has(token));
      ledger.allowAgain(replaced.filter((token) => elsewhere.has(token)));
    },
  };
};

export type Outsider = ReturnType<typeof createOutsider>;
