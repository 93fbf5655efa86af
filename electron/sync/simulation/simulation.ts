import { nameWaitMs } from '../../store/changed-names.ts';
import { createChance } from './chance.ts';
import { happenings, maxAtOnce, pairs, type World } from './happenings.ts';
import { brokenLaws } from './laws.ts';
import { createLedger } from './ledger.ts';
import { createLineages } from './lineages.ts';
import { createOutsider } from './outsider.ts';
import { createPerson, type Pencil, type Person } from './person.ts';
import { people, type Event, type Plan } from './plan.ts';
import { openSite, type Site } from './site.ts';
import { inVirtualTime, type Clock } from './virtual-time.ts';
import { seenByService } from './visible.ts';

export type Outcome = {
  /** Violations of laws; empty if there are none. */
  broken: string[];
  /** The trace. It has a line for each event, and indented lines for what followed from the event. */
  trace: string[];
  /** The number of requests, as a measure of the cost. */
  requests: number;
};

const wordsOfEvent = 40;
const wordsOfPart = 20;
const firstOfParts = 10_000;
const maxTurns = 75;
const turnsBeforeDiscard = 20;
/** Comments of others can be rejected by the dozen, because only their authors may delete them. */
const discardedPerTurn = 10;
const crowd = 130;

/** Returns a pencil for an event. Its words do not depend on other events. */
const pencilOf = ({ number, seed }: Pick<Event, 'number' | 'seed'>): Pencil => {
  const chance = createChance(seed);
  const from = (first: number): Pencil => {
    let used = first;
    const next = (): number => (used += 1);
    return {
      chance,
      word: () => `w${next()}`,
      number: next,
      part: (index) => from(firstOfParts + (number * maxAtOnce + index) * wordsOfPart),
    };
  };
  return from((number + 1) * wordsOfEvent);
};

/** Creates a model with two canvases and a few elements for everybody. */
const furnish = async ({ everything: client, annId }: Site, isCrowded: boolean): Promise<void> => {
  const { id: collectionId } = await client.collections.create({ title: 'w1' });
  const { id: threatModelId } = await client.threatModels.create({ title: 'w2', collectionId });
  const { id: canvasId } = await client.canvases.create({ title: 'w3', threatModelId });
  await client.canvases.create({ title: 'w4', threatModelId });
  const { id: componentId } = await client.components.create({ title: 'w5', canvasId });
  const { id: threatId } = await client.threats.create({ title: 'w6', componentId });
  await client.mitigations.create({ title: 'w7', threatId });
  const node = (n: number, data: Record<string, unknown>) => ({
    id: `node-w${n}`,
    type: 'processNode',
    position: { x: n * 100, y: 0 },
    data: { label: `w${n + 10}`, ...data },
  });
  const edge = { id: 'edge-w14', source: 'node-w8', target: 'node-w9', data: { label: 'w15' } };
  const data = { nodes: [node(8, { componentId }), node(9, {})], edges: [edge] };
  await client.canvases.update({ id: canvasId, data });
  if (!isCrowded) return;
  await client.comments.createMany(
    Array.from({ length: crowd }, (_, n) => ({ threatId, userId: annId, text: `Comment ${n}` })),
  );
};

const happen = async (event: Event, person: Person, world: World): Promise<void> => {
  const pencil = pencilOf(event);
  person.downloadEverything();
  person.judgeConflicts();
  switch (event.kind) {
    case 'gesture':
      return person.make(event.what, pencil);
    case 'fault':
      return person.app().network.arm(event.what);
    case 'happening':
      await happenings[event.what].happen(person, pencil, world);
      return;
    case 'first':
    case 'second':
      await pairs[event.what][event.kind].happen(person, pencil, world);
  }
};

/**
 * Returns the amount of work, which is the number of events. An event with many gestures counts as
 * `maxAtOnce` events.
 */
const workOf = ({ events }: Plan): number =>
  events.reduce((sum, { what }) => sum + (what === 'work offline' ? maxAtOnce : 1), 0);

const nameOf = ({ kind, what }: Event): string => {
  if (kind === 'first' || kind === 'second') return pairs[what][kind].name;
  return kind === 'fault' ? `next: ${what}` : what;
};

const isQuiet = (person: Person): boolean => {
  const { store, engine } = person.app();
  const { hold, fetching } = engine.status();
  return (
    store.outbox.counts().changes === 0 &&
    store.conflicts.count() === 0 &&
    store.changedNames.isEmpty() &&
    hold === null &&
    fetching === null
  );
};

/**
 * Lets one person after another sync and decide all conflicts. Ends when, in one turn of each person,
 * nothing was sent and nothing was left to do, and then returns an empty list. After `maxTurns` turns,
 * returns what is left to do and the failures of the last round.
 */
const resolveAll = async (
  team: readonly Person[],
  { site, clock }: Pick<World, 'site' | 'clock'>,
): Promise<string[]> => {
  const problems = new Set<string>();
  const writes = (): number => team.reduce((sum, person) => sum + person.counts().writes, 0);
  /** The number of consecutive turns in which nothing was sent or failed, and nothing was left to do. */
  let idleTurns = 0;
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const person = team[turn % team.length];
    if (!person) continue;
    if (turn % team.length === 0) problems.clear();
    const before = writes();
    const pencil = pencilOf({ number: 100 + turn, seed: turn });
    const found: unknown[] = [];
    const note = (error: unknown): void => void found.push(error);
    const { engine } = person.app();
    // Waits until each app has copied the names that others changed in only one place.
    await clock.until(clock.wait(nameWaitMs + 1));
    // Also gives Bob access to collections that were created since the last turn.
    await site.grant(true);
    person.downloadEverything();
    // If the service still rejects changes after `turnsBeforeDiscard` turns, each turn discards some of
    // them.
    if (turn > turnsBeforeDiscard) await person.discardSome(pencil, discardedPerTurn);
    person.retryAll();
    person.judgeConflicts();
    await clock.until(person.endHold(pencil).catch(note));
    await clock.until(person.syncAll().catch(note));
    const hasMore = person.downloadEverything();
    await person.decideAll(pencil);
    await clock.until(engine.flush().catch(note));
    for (const error of found) problems.add(String(error));
    const isIdle = writes() === before && found.length === 0 && !hasMore;
    idleTurns = isIdle && team.every(isQuiet) ? idleTurns + 1 : 0;
    if (idleTurns >= team.length) return [];
  }
  const left = team.flatMap((person) => {
    const { store, engine } = person.app();
    return [
      ...store.outbox
        .all()
        .map(
          ({ kind, op, rejection }) =>
            `${person.who} still has to ${op} a ${kind}: ${rejection?.reason}`,
        ),
      ...store.conflicts
        .keys()
        .map(({ kind, type }) => `${person.who} still decides about a ${kind}: ${type}`),
      ...(engine.status().hold ? [`${person.who} holds: ${engine.status().hold}`] : []),
    ];
  });
  const writing = left.length + problems.size === 0 ? ['they go on writing'] : [];
  return [...left, ...problems, ...writing].map((problem) => `no end: ${problem}`);
};

const run = async (plan: Plan, clock: Clock): Promise<Outcome> => {
  const chance = createChance(plan.seed ^ 0x5eed);
  const site = await openSite({ clock, isPlain: plan.isPlain });
  const lineages = createLineages();
  const team: Person[] = [];
  const ledger = createLedger(lineages.of, (token) =>
    team.some((person) => person.mayCreateAgain(token)),
  );
  const broken = new Set<string>();
  const trace: string[] = [];
  const componentIds = new Set<string>();
  const log = (who: string, what: string): void =>
    void trace.push(`${(clock.elapsed() / 1000).toFixed(2).padStart(8)} s  ${who}: ${what}`);

  const hire = (who: string, number: number): Person => {
    const ends = plan.events.some(
      ({ person, kind, what }) =>
        person === number && kind === 'happening' && (what === 'kill' || what === 'restart'),
    );
    return createPerson({
      who,
      user: who === 'bob' ? 'bob' : 'ann',
      path: ends ? site.file(`person-${number}.db`) : ':memory:',
      site,
      clock,
      chance: chance.fork(),
      ledger,
      lineages,
      componentIds,
      log: (what) => log(who, what),
      complain: (law) => void broken.add(law),
    });
  };

  try {
    await furnish(site, plan.isCrowded);
    await site.grant(true);
    for (const [number, who] of people.entries()) team.push(hire(who, number));
    for (const person of team) {
      await clock.until(person.app().engine.idle());
      person.downloadEverything();
    }
    for (const person of team) await clock.until(person.app().engine.idle());
    const { everything: client, content: everything } = site;
    const outsider = createOutsider({ client, everything, ledger, lineages, componentIds });
    const world = { site, clock, outsider, ledger };
    const begin = clock.elapsed();
    for (const event of plan.events) {
      await clock.until(clock.wait(begin + event.at - clock.elapsed()));
      const person = team[event.person];
      if (!person) continue;
      log(person.who, nameOf(event));
      await happen(event, person, world);
    }
    // People notice the restored service at different times and work on meanwhile, so words may be lost.
    if (site.wasRestored()) ledger.forgive();
    for (const person of team) person.calm();
    const arrivalTimes = team.map((person) => person.lastArrival());
    await clock.until(clock.wait(Math.max(...arrivalTimes) + 1 - clock.elapsed()));
    for (const person of team) await clock.until(person.app().engine.idle());
    const unresolved = await resolveAll(team, world);
    // A decision may bring back words from before the backup was restored. The service lacks these
    // words, so they are not expected.
    if (site.wasRestored()) ledger.forgive();
    const service = await seenByService(site.everything);
    for (const { kind, id } of service) if (kind === 'component') componentIds.add(id);
    for (const person of team) {
      person.view();
      person.allowRestored(service);
    }
    const stores = team.map((person) => ({
      who: person.who,
      store: person.app().store,
      requests: person.counts().requests,
      knew: person.knew,
    }));
    const end = {
      stores,
      service,
      ledger,
      lineages,
      componentIds,
      wentBack: site.wasRestored(),
      wasWithdrawn: site.withdrawals() > 0,
      startedPlain: site.startedPlain,
      work: workOf(plan),
    };
    return {
      broken: [...broken, ...unresolved, ...brokenLaws(end)],
      trace,
      requests: stores.reduce((sum, { requests }) => sum + requests, 0),
    };
  } finally {
    for (const person of team) {
      await clock.until(person.app().engine.stop());
      person.app().store.close();
    }
    await site.close();
  }
};

/**
 * Runs a plan and returns the violated laws. Two people and a program work on the same models, and one
 * of the people has two computers. Their networks lose, delay, repeat, and refuse requests. In the end
 * all stores must be equal, and nobody's work may be lost.
 */
export const simulate = async (plan: Plan): Promise<Outcome> =>
  await inVirtualTime(plan.seed, async (clock) => await run(plan, clock));
