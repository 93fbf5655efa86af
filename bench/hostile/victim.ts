import { z } from 'zod';

/** The targets of the attacks and the credentials. The attacking process gets them as JSON. */
export const victimSchema = z.object({
  /** The URL of the API. */
  url: z.string(),
  authorization: z.string(),
  collectionId: z.string(),
  /** A canvas with one flow of 60,000 bends. */
  bendsId: z.string(),
  /** A canvas with 8.7 MB of text. */
  largeId: z.string(),
  /** A canvas with 30,000 elements. */
  manyId: z.string(),
  /** The threat model of `manyId`. */
  manyModelId: z.string(),
  /** A threat model with 5,000 nested boundaries. */
  deepModelId: z.string(),
});
export type Victim = z.infer<typeof victimSchema>;

const created = z.object({ id: z.string() });
const createdModel = z.object({ id: z.string(), canvases: z.array(created).length(1) });

const element = (index: number, more: object = {}) => ({
  id: `n${index}`,
  type: 'processNode',
  position: { x: (index % 300) * 200, y: Math.floor(index / 300) * 120 },
  data: { label: `n${index}` },
  ...more,
});

const elements = (count: number, more: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => element(index, more(index)));

/** Creates the threat models and canvases that the attacks request. */
export const prepareVictim = async (url: string, authorization: string): Promise<Victim> => {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const { id: collectionId } = created.parse(await post('/collections', { title: 'Attacks' }));
  const model = async (title: string, nodes: object[], edges: object[] = []) => {
    const canvasData = [{ title, nodes, edges }];
    const answer = await post('/threat-models', { title, collectionId, canvasData });
    const { id, canvases } = createdModel.parse(answer);
    return { id, canvasId: canvases[0]?.id ?? '' };
  };
  const bends = Array.from({ length: 60_000 }, (_, at) => ({ x: at % 1000, y: (at * 7) % 900 }));
  const flow = { id: 'e', source: 'n0', target: 'n1', data: { bends, shape: 'stepped' } };
  const bendy = await model('Bends', elements(2), [flow]);
  const large = await model('Large', [element(0, { data: { label: 'x'.repeat(8_700_000) } })]);
  const many = await model('Many', elements(30_000));
  const nested = elements(5000, (index) => ({
    type: 'trustBoundaryNode',
    ...(index > 0 && { parentId: `n${index - 1}` }),
  }));
  const deep = await model('Deep', nested);
  return {
    url,
    authorization,
    collectionId,
    bendsId: bendy.canvasId,
    largeId: large.canvasId,
    manyId: many.canvasId,
    manyModelId: many.id,
    deepModelId: deep.id,
  };
};
