import { applyOperation } from '#shared/canvas/apply.ts';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import type { Chance } from './chance.ts';
import { drawSomething } from './drawing.ts';
import { tokensIn, type Ledger } from './ledger.ts';
import { seenByService, tokensUnder, type Seen } from './visible.ts';

type Dependencies = { client: SyncClient; chance: Chance; ledger: Ledger; word: () => string };

/** Another program that writes at the service, and always sees what is there. */
export const createOutsider = ({ client, chance, ledger, word }: Dependencies) => {
  const titled = (seen: Seen): { id: string; title: string } => ({ id: seen.id, title: word() });

  const rename = async (seen: Seen): Promise<void> => {
    if (seen.kind === 'comment') await client.comments.update({ id: seen.id, text: word() });
    else if (seen.kind === 'collection') await client.collections.update(titled(seen));
    else if (seen.kind === 'threatModel') await client.threatModels.update(titled(seen));
    else if (seen.kind === 'canvas') await client.canvases.update(titled(seen));
    else if (seen.kind === 'component') await client.components.update(titled(seen));
    else if (seen.kind === 'threat') await client.threats.update(titled(seen));
    else await client.mitigations.update(titled(seen));
  };

  const draw = async (seen: Seen): Promise<void> => {
    if (seen.kind !== 'canvas') return;
    const { data } = await client.canvases.get({ id: seen.id });
    const operation = drawSomething(canvasDocumentSchema.parse(data), chance, word);
    await client.canvases.update({ id: seen.id, data: applyOperation(data, operation) });
  };

  const create = async (seen: Seen): Promise<void> => {
    const { id } = seen;
    const title = word();
    if (seen.kind === 'threatModel') {
      await client.canvases.create({ title, threatModelId: id });
    } else if (seen.kind === 'canvas') await client.components.create({ title, canvasId: id });
    else if (seen.kind === 'component') await client.threats.create({ title, componentId: id });
    else if (seen.kind === 'threat') {
      if (chance.happens(0.5)) await client.mitigations.create({ title, threatId: id });
      else await client.comments.create({ text: title, threatId: id });
    }
  };

  const remove = async ({ kind, id }: Seen): Promise<void> => {
    if (kind === 'component') await client.components.delete({ id });
    if (kind === 'threat') await client.threats.delete({ id });
    if (kind === 'mitigation') await client.mitigations.delete({ id });
    if (kind === 'canvas' && chance.happens(0.5)) await client.canvases.delete({ id });
  };

  const deeds = [rename, rename, draw, draw, draw, create, create, remove];

  return {
    act: async (): Promise<void> => {
      const all = (await seenByService(client)).toSorted(byContent);
      const seen = chance.pick(all);
      if (!seen) return;
      const before = tokensUnder(all, seen.id);
      await chance.pick(deeds)?.(seen);
      ledger.note('the outsider', before, tokensUnder(await seenByService(client), seen.id));
    },
  };
};

const sayingOf = ({ content }: Seen): string => [...tokensIn(content)].join(' ');
const byContent = (a: Seen, b: Seen): number => (sayingOf(a) < sayingOf(b) ? -1 : 1);
