import { expect, it } from 'vitest';
import type { Entry } from './diary.ts';
import type { Facts } from './facts.ts';
import { createHistory } from './history.ts';
import { createIdentities } from './identities.ts';
import { breachesOf } from './laws.ts';
import { createRaces } from './races.ts';

type Deed = Pick<Entry, 'type' | 'changes' | 'choice' | 'edited'> & { who: string };

const key = 'threat t1 title';
const [first, second] = ['"w1000000001"', '"w1000000002"'];
const created: Deed = {
  who: 'ann',
  type: 'did',
  changes: [
    ['threat t1', null, '"c1"'],
    [key, null, first],
  ],
};
const renamedBy = (who: string): Deed => ({ who, type: 'did', changes: [[key, first, second]] });
const keptAll = (who: string): Deed => ({
  who,
  type: 'chose',
  changes: [],
  choice: { about: '', type: 'endHold', mine: true },
});
const deletedBy = (who: string): Deed => ({
  who,
  type: 'did',
  changes: [
    ['threat t1', '"c1"', null],
    [key, first, null],
  ],
});
const node = 'canvas v node n';
const drawnBy = (who: string): Deed => ({
  who,
  type: 'did',
  changes: [
    [node, null, 'true'],
    [`${node} data.componentId`, null, '"c1"'],
  ],
});
const marked = `${node} position`;
/** Ann draws an element and moves it to another canvas. */
const movedAcross: Deed[] = [
  {
    who: 'ann',
    type: 'did',
    changes: [
      [node, null, 'true'],
      [marked, null, first],
    ],
  },
  {
    who: 'ann',
    type: 'did',
    changes: [
      [node, 'true', null],
      [marked, first, null],
      ['canvas u node n', null, 'true'],
      ['canvas u node n position', null, first],
    ],
  },
];
const inZone: [string, null, string] = [`${node} parentId`, null, '"zone"'];
const placedByBob: Deed = { who: 'bob', type: 'did', changes: [[marked, null, second]] };
const movedPosition = 'canvas u node n position';
const placedWhereMoved: Deed = {
  who: 'bob',
  type: 'did',
  changes: [[movedPosition, first, second]],
};
/** Bob decides a conflict about the first canvas, which brings the element back there. */
const firstCanvasKept: Deed = {
  who: 'bob',
  type: 'chose',
  changes: [
    [node, null, 'true'],
    [marked, null, first],
  ],
};
const placeKept: Deed = { who: 'bob', type: 'chose', changes: [[movedPosition, second, first]] };
const onSecondCanvas: [string, string][] = [
  ['canvas u node n', 'true'],
  [movedPosition, second],
];
const onBothCanvases: [string, string][] = [
  [node, 'true'],
  [marked, first],
  ['canvas u node n', 'true'],
  ['canvas u node n position', first],
];
const threat = (title: string): [string, string][] => [
  ['component c1', '"k1"'],
  ['threat t1', '"c1"'],
  [key, title],
];

const lawsBroken = (deeds: readonly Deed[], facts: [string, string][]): string[] => {
  const entries = deeds.map((deed, index) => ({ ...deed, at: index, what: 'edit' }));
  const identities = createIdentities([{ kind: 'component', local: 'c1', service: 'c1' }]);
  const history = createHistory(entries, identities);
  const service: Facts = new Map(facts);
  const breaches = breachesOf({
    entries,
    identities,
    history,
    races: createRaces([], identities, history),
    people: new Map([['ann', { store: service, service, integrity: 'ok' }]]),
    service,
    unrest: [],
    crashes: [],
  });
  return [...new Set(breaches.map(({ law }) => law))];
};

const name = 'component c1 title';
const named: Deed = {
  who: 'bob',
  type: 'did',
  changes: [
    ['component c1', null, '"k1"'],
    [name, null, first],
  ],
};
const wentBack: Deed[] = [
  { who: 'ann', type: 'arrived', changes: [[name, null, first]] },
  { who: 'ann', type: 'did', changes: [[name, first, second]] },
  { who: 'ann', type: 'chose', changes: [[name, second, first]] },
];
const label = `${node} data.label`;
/**
 * Ann gives a component and its element the same name. Then she changes only the label, and changes it
 * back.
 */
const labelWentBack: Deed[] = [
  {
    who: 'ann',
    type: 'did',
    changes: [
      [name, null, first],
      [label, null, first],
    ],
  },
  { who: 'ann', type: 'did', changes: [[label, first, second]] },
  { who: 'ann', type: 'did', changes: [[label, second, first]] },
];
const carriedBack: Deed = {
  who: 'ann',
  type: 'arrived',
  changes: [
    [name, first, second],
    [label, first, second],
  ],
};
const labelRestored: Deed = { who: 'ann', type: 'chose', changes: [[label, null, second]] };
/**
 * Ann deletes the canvas of a component that another canvas shows, so the component is copied to that
 * other canvas.
 */
const copiedElsewhere: Deed = {
  who: 'ann',
  type: 'did',
  changes: [
    ['component c2', null, '"u"'],
    ['component c2 title', null, second],
  ],
};
const drawnAs = (title: string): [string, string][] => [
  ...component(title),
  [node, 'true'],
  [label, title],
];
const elsewhere = 'canvas u node n';
/** Ann creates a component in one canvas and shows it on another canvas. */
const drawnBeside: Deed = {
  who: 'ann',
  type: 'did',
  changes: [
    ['component c1', null, '"v"'],
    [elsewhere, null, 'true'],
    [`${elsewhere} data.componentId`, null, '"c1"'],
  ],
};
const factsElsewhere: [string, string][] = [
  [elsewhere, 'true'],
  [`${elsewhere} data.componentId`, '"c1"'],
];
const deletedAnyway: Deed = {
  who: 'bob',
  type: 'chose',
  changes: [],
  choice: { about: 'canvas v', type: 'editedThere', mine: true },
};
const deletedWithin: Deed[] = [
  named,
  created,
  deletedBy('ann'),
  {
    who: 'ann',
    type: 'did',
    changes: [
      ['component c1', '"k1"', null],
      [name, first, null],
    ],
  },
];
const kept = { about: 'threat t1', type: 'editedThere', mine: false } as const;
const restored: Deed = { who: 'ann', type: 'chose', changes: [], choice: kept };
/** Ann removes an element, and then its canvas with a component. */
const erasedBeforeCanvas: Deed[] = [
  {
    who: 'ann',
    type: 'did',
    changes: [
      ['canvas v', null, '"m"'],
      ['component c1', null, '"v"'],
      [node, null, 'true'],
    ],
  },
  { who: 'ann', type: 'did', changes: [[node, 'true', null]] },
  {
    who: 'ann',
    type: 'did',
    changes: [
      ['canvas v', '"m"', null],
      ['component c1', '"v"', null],
    ],
  },
];
const factsOfCanvas: [string, string][] = [
  ['canvas v', '"m"'],
  ['component c1', '"v"'],
  [node, 'true'],
];
const drawn: Deed = { who: 'ann', type: 'did', changes: [[node, null, 'true']] };
const erased: Deed = { who: 'bob', type: 'did', changes: [[node, 'true', null]] };
const restyled: Deed = { who: 'ann', type: 'did', changes: [[`${node} width`, null, '512']] };
const restyledFacts: [string, string][] = [
  [node, 'true'],
  [`${node} width`, '512'],
];
const component = (title: string): [string, string][] => [
  ['component c1', '"k1"'],
  [name, title],
];

it.each<[string, Deed[], [string, string][], string[]]>([
  ['what a person wrote is there', [created], threat(first), []],
  ['what a person wrote is lost', [created], threat('"Other"'), ['nothing is lost']],
  ['somebody replaced it', [created, renamedBy('bob')], threat(second), []],
  ['somebody else kept their version of everything', [created, keptAll('bob')], threat(second), []],
  [
    'somebody else had kept their version of everything before',
    [keptAll('bob'), created],
    threat(second),
    ['nothing is lost'],
  ],
  [
    'it was replaced, and neither is there',
    [created, renamedBy('bob')],
    threat('"Other"'),
    ['nothing is lost'],
  ],
  [
    'who replaced it has it again, and then it is lost',
    [created, renamedBy('bob'), { who: 'bob', type: 'arrived', changes: [[key, second, first]] }],
    threat(second),
    ['nothing is lost'],
  ],
  [
    'who went back to a name gets the one that they had left',
    [named, ...wentBack],
    component(second),
    [],
  ],
  [
    'who went back to a name gets another',
    [named, ...wentBack],
    component('"Other"'),
    ['nothing is lost'],
  ],
  ['the title follows a name that was left and carried back', labelWentBack, drawnAs(second), []],
  [
    'the title and the label are lost after somebody went back to a name',
    labelWentBack,
    drawnAs('"Other"'),
    ['nothing is lost'],
  ],
  [
    'a label that was carried back is restored later',
    [...labelWentBack, carriedBack, labelRestored],
    drawnAs(second),
    [],
  ],
  [
    'a name that a person left is carried back, and then carried away',
    [...labelWentBack, carriedBack],
    drawnAs(first),
    [],
  ],
  [
    'a component has the name of a label, and is copied',
    [...labelWentBack.slice(0, 2), copiedElsewhere],
    [...drawnAs(second), ['component c2', '"u"'], ['component c2 title', second]],
    [],
  ],
  [
    'a record was kept, and returns with what is around it',
    [...deletedWithin, restored],
    component(first),
    [],
  ],
  [
    'what is around a deleted record returns',
    deletedWithin,
    component(first),
    ['nothing comes back'],
  ],
  [
    'it was deleted before the ancestor of a record that was kept',
    [...erasedBeforeCanvas, { ...restored, choice: { ...kept, about: 'component c1' } }],
    factsOfCanvas,
    [],
  ],
  [
    'it was deleted before its canvas, and both return',
    erasedBeforeCanvas,
    factsOfCanvas,
    ['nothing comes back'],
  ],
  ['it was deleted', [created, deletedBy('bob')], [], []],
  [
    'it was deleted and is there',
    [created, deletedBy('bob')],
    threat(first),
    ['nothing comes back'],
  ],
  [
    'it is there twice',
    [created],
    [...threat(first), ['threat t2', '"c1"'], ['threat t2 title', first]],
    ['nothing is there twice'],
  ],
  ['a deleted element returns', [drawn, erased, restyled], restyledFacts, ['nothing comes back']],
  [
    'a deleted element returns, because somebody edited it in an open conflict',
    [drawn, erased, { ...restyled, edited: [node] }],
    restyledFacts,
    [],
  ],
  ['it was moved and is in both places', movedAcross, onBothCanvases, ['nothing is there twice']],
  [
    'it was moved, and somebody else changed it where it was',
    [...movedAcross, { who: 'bob', type: 'did', changes: [[`${node} width`, null, '512']] }],
    [...onBothCanvases, [`${node} width`, '512']],
    [],
  ],
  [
    'it was moved, and somebody else removed it where it was',
    [...movedAcross, { who: 'bob', type: 'did', changes: [[node, 'true', null]] }],
    onBothCanvases.slice(2),
    [],
  ],
  [
    'it was moved, and somebody else removed it from where it is',
    [...movedAcross, { who: 'bob', type: 'did', changes: [['canvas u node n', 'true', null]] }],
    onBothCanvases.slice(2),
    ['nothing comes back'],
  ],
  [
    'it was moved and placed elsewhere, and a decision then brought it back only where it was',
    [...movedAcross, placedWhereMoved, firstCanvasKept],
    onSecondCanvas,
    [],
  ],
  [
    'it was moved and placed elsewhere, and the place that a decision brought back is lost',
    [...movedAcross, placedWhereMoved, placeKept],
    onSecondCanvas,
    ['nothing is lost'],
  ],
  [
    'its parent is lost',
    [{ who: 'ann', type: 'did', changes: [[node, null, 'true'], inZone] }],
    [[node, 'true']],
    ['nothing is lost'],
  ],
  [
    'its parent is lost, and somebody else has placed it elsewhere',
    [{ who: 'ann', type: 'did', changes: [[node, null, 'true'], inZone] }, placedByBob],
    [
      [node, 'true'],
      [marked, second],
    ],
    [],
  ],
  [
    'its parent is lost with the place that somebody else gave it',
    [{ who: 'ann', type: 'did', changes: [[node, null, 'true'], inZone] }, placedByBob],
    [[node, 'true']],
    ['nothing is lost'],
  ],
  [
    'the reference of an element that was deleted before it arrived is gone',
    [drawnBy('ann'), { who: 'bob', type: 'did', changes: [[node, 'true', null]] }],
    [['component c1', '"v"']],
    [],
  ],
  [
    'the reference of an element that was deleted before somebody brought it back is gone',
    [drawnBy('ann'), erased, drawnBy('ann')],
    [['component c1', '"v"']],
    [],
  ],
  [
    'the reference of an element that is there is lost',
    [drawnBy('ann')],
    [
      ['component c1', '"v"'],
      [node, 'true'],
    ],
    ['nothing is lost'],
  ],
  [
    'a component is gone with a canvas that somebody deleted although others had changed it',
    [drawnBeside, deletedAnyway],
    factsElsewhere,
    [],
  ],
  [
    'a component is gone with a canvas that was deleted all the same, and was then chosen in a conflict',
    [drawnBeside, deletedAnyway, { ...drawnBeside, type: 'chose' }],
    factsElsewhere,
    [],
  ],
  [
    'a component is gone, and nobody deleted it',
    [drawnBeside],
    factsElsewhere,
    ['nothing is lost', 'every reference resolves'],
  ],
  [
    'a component is gone, and what contained it was deleted before it was there',
    [deletedAnyway, drawnBeside],
    factsElsewhere,
    ['nothing is lost', 'every reference resolves'],
  ],
  ['a flow has no end', [], [['canvas v edge e source', '"n"']], ['every reference resolves']],
])('%s', (_, deeds, facts, broken) => {
  expect(lawsBroken(deeds, facts)).toEqual(broken);
});
