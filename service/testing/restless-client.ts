import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A record as in the last response, or `undefined` if it was deleted. */
type Answered = Record<string, unknown> | undefined;
/** Records by the path of their GET request. */
export type KnownRecords = Map<string, Answered>;

type Write = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  json?: unknown;
  yaml?: string;
  /** Returns the records that the write has changed, given the body of the response. */
  changedBy: (body: unknown) => [path: string, record: Answered][];
};
export type SentWrite = Write & { key: string };

/** The records of one client. Other clients do not use these records, and nobody deletes them. */
export type ClientRecords = {
  collectionId: string;
  canvasId: string;
  componentId: string;
  threatId: string;
};

export type Account = {
  /** The paths of the records in responses to this client. */
  touched: Set<string>;
  /** The number of writes with a response. */
  answered: number;
  /** The write that was in progress when the service was killed. */
  unanswered: SentWrite;
};

/** The numbers of records that a nested write creates. The service creates all of them or none. */
export const nested = { models: 3, canvasesEach: 2 };
export const commentsAtOnce = 20;
const batchedThreats = 20;

const otm = readFileSync(
  join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml'),
  'utf8',
);

const asRecord = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) throw new TypeError('a record was expected');
  return { ...value };
};
const one = (resource: string) => (body: unknown) => {
  const record = asRecord(body);
  return [[`/${resource}/${String(record.id)}`, record]] satisfies [string, Answered][];
};
const fresh = (kind: string) => ({ title: `${kind} ${randomUUID()}` });

const createNested = (): Write => ({
  method: 'POST',
  path: '/collections',
  json: {
    ...fresh('Nested'),
    threatModelsData: Array.from({ length: nested.models }, () => ({
      ...fresh('Model'),
      canvasData: Array.from({ length: nested.canvasesEach }, () => fresh('Canvas')),
    })),
  },
  changedBy: (body) => {
    const { threat_models: _, ...record } = asRecord(body);
    return one('collections')(record);
  },
});

/**
 * Returns a write of a canvas document of about 100 kB, so that a checkpoint happens every few dozen
 * writes.
 */
const draw = ({ canvasId }: ClientRecords): Write => ({
  method: 'PATCH',
  path: `/canvases/${canvasId}`,
  json: {
    ...fresh('Drawn'),
    data: {
      nodes: Array.from({ length: 400 }, (_, index) => ({
        id: `${index}`,
        position: { x: index, y: 0 },
        data: { label: randomUUID().repeat(5) },
      })),
      edges: [],
    },
  },
  changedBy: one('canvases'),
});

const importOtm = ({ collectionId }: ClientRecords): Write => ({
  method: 'POST',
  path: `/threat-models/otm/${collectionId}`,
  yaml: otm,
  changedBy: () => [],
});

const createThreat = ({ componentId }: ClientRecords): Write => ({
  method: 'POST',
  path: '/threats',
  json: { ...fresh('Threat'), componentId },
  changedBy: one('threats'),
});

/**
 * Returns a write of several threats, and of a mitigation of the last threat. The parts have idempotency
 * keys, so the write can safely be repeated.
 */
const createInBatch = ({ componentId }: ClientRecords): Write => {
  const create = (path: string, body: object) => ({
    method: 'POST',
    path,
    idempotencyKey: randomUUID(),
    body,
  });
  const threats = Array.from({ length: batchedThreats }, (_, index) => ({
    name: `threat-${index}`,
    ...create('/threats', { ...fresh('Threat'), componentId }),
  }));
  const last = { $ref: `threat-${batchedThreats - 1}` };
  const mitigation = create('/mitigations', { ...fresh('Mitigation'), threatId: last });
  return {
    method: 'POST',
    path: '/batch',
    json: { requests: [...threats, mitigation] },
    changedBy: (body) => {
      const { answers } = asRecord(body);
      if (!Array.isArray(answers)) throw new TypeError('answers were expected');
      return answers.map(asRecord).flatMap(({ status, body: record }, index) => {
        if (status !== 201) throw new Error(`a part was not done: ${JSON.stringify(record)}`);
        return one(index < batchedThreats ? 'threats' : 'mitigations')(record);
      });
    },
  };
};

const changeThreat = (threatId: string): Write => ({
  method: 'PATCH',
  path: `/threats/${threatId}`,
  json: { ...fresh('Changed'), status: 'accepted' },
  changedBy: one('threats'),
});

const createMitigation = (threatId: string): Write => ({
  method: 'POST',
  path: '/mitigations',
  json: { ...fresh('Mitigation'), threatId },
  changedBy: one('mitigations'),
});

const createComments = (threatId: string, userId: string): Write => {
  const { title } = fresh('Comments');
  return {
    method: 'POST',
    path: '/comments/many',
    json: Array.from({ length: commentsAtOnce }, () => ({ threatId, userId, text: title })),
    changedBy: (body) => (Array.isArray(body) ? body.flatMap(one('comments')) : []),
  };
};

const deleteThreat = (threatId: string, known: KnownRecords): Write => {
  const inThreat = [...known].filter(([, record]) => isIn(record, 'threat', threatId));
  const paths = [`/threats/${threatId}`, ...inThreat.map(([path]) => path)];
  return {
    method: 'DELETE',
    path: `/threats/${threatId}`,
    changedBy: () => paths.map((path) => [path, undefined]),
  };
};

/** Returns the request for a write. A repeated write has the same key, and so the same request. */
export const requestOf = (
  url: string,
  token: string,
  { method, path, json, yaml, key }: Omit<SentWrite, 'changedBy'>,
): Request =>
  new Request(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      'content-type': yaml === undefined ? 'application/json' : 'application/yaml',
    },
    body: yaml ?? (json === undefined ? null : JSON.stringify(json)),
  });

/** Sends a request. Returns `undefined` if the service was killed before the whole response arrived. */
const send = async (request: Request): Promise<{ status: number; text: string } | undefined> => {
  try {
    const response = await fetch(request);
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
};

type Client = {
  url: string;
  token: string;
  userId: string;
  records: ClientRecords;
  /** The records that clients know from responses. This client adds its own records. */
  known: KnownRecords;
  /** The index of the kind of write to start with, so that kills interrupt different kinds. */
  begin: number;
  onAnswer: () => void;
};

/** Writes continuously, with every kind of write in turn, until the service is killed. */
export const writeUntilKilled = async ({
  url,
  token,
  userId,
  records,
  known,
  begin,
  onAnswer,
}: Client): Promise<Account> => {
  const touched = new Set<string>();
  const kinds = [
    () => createThreat(records),
    () => createInBatch(records),
    () => createMitigation(threatOn(known, records)),
    () => createComments(threatOn(known, records), userId),
    () => draw(records),
    () => createNested(),
    () => importOtm(records),
    () => changeThreat(records.threatId),
    () => deleteAnyThreat(known, records),
  ];
  for (let turn = 0; ; turn++) {
    const write = kinds[(begin + turn) % kinds.length]?.() ?? createNested();
    const sent = { ...write, key: randomUUID() };
    const answer = await send(requestOf(url, token, sent));
    if (!answer) return { touched, answered: turn, unanswered: sent };
    if (answer.status >= 300) throw new Error(`${write.method} ${write.path}: ${answer.text}`);
    onAnswer();
    const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    for (const [path, record] of sent.changedBy(body)) {
      touched.add(path);
      known.set(path, record);
    }
  }
};

const deleteAnyThreat = (known: KnownRecords, records: ClientRecords): Write => {
  const threatId = threatOn(known, records);
  return threatId === records.threatId ? createThreat(records) : deleteThreat(threatId, known);
};

/**
 * Returns the last created threat of the component that still exists. If there is none, returns the
 * threat that clients never delete.
 */
const threatOn = (known: KnownRecords, { componentId, threatId }: ClientRecords): string => {
  const made = [...known].filter(([, record]) => isIn(record, 'component', componentId));
  const ids = made.map(([path]) => path.replace('/threats/', ''));
  return ids.findLast((id) => id !== threatId) ?? threatId;
};

const isIn = (record: Answered, parent: string, id: string): boolean =>
  typeof record?.[parent] === 'object' && asRecord(record[parent]).id === id;
