import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleSet } from '../../suggestions/default-rules.ts';
import { drawnContent } from '../../suggestions/drawn-content.ts';
import { suggest } from '../../suggestions/suggest.ts';
import { systemOf } from '../../suggestions/system-of.ts';
import { withOwnRules } from '../../suggestions/with-own-rules.ts';
import { readOne } from '../testing/read-foreign-file.ts';
import { readTemplate, type Template } from './read-template.ts';

const folder = join(import.meta.dirname, '../../../../shared/fixtures/foreign');
const real = (name: string) => readFileSync(join(folder, name), 'utf8');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type Threat = {
  id?: string;
  title: string;
  include: string;
  exclude?: string;
  possible?: string;
  priority?: string;
};

const high = '<b:string>High</b:string>';

const threatType = ({
  id = 'T1',
  title,
  include,
  exclude = '',
  possible = '',
  priority = high,
}: Threat) =>
  `<a:ThreatType><a:Category>S</a:Category><a:Description>About {source.Name}.</a:Description>` +
  `<a:GenerationFilters><a:Exclude>${exclude}</a:Exclude><a:Include>${include}</a:Include></a:GenerationFilters>` +
  `<a:Id>${id}</a:Id><a:PropertiesMetaData><ThreatMetaDatum><Name>PossibleMitigations</Name>` +
  `<Values><b:string>${escaped(possible)}</b:string></Values></ThreatMetaDatum><ThreatMetaDatum><Name>Priority</Name>` +
  `<Values>${priority}</Values></ThreatMetaDatum></a:PropertiesMetaData>` +
  `<a:ShortTitle>${title}</a:ShortTitle></a:ThreatType>`;

const stencil = (id: string, name: string, parent: string) =>
  `<a:ElementType><a:Id>${id}</a:Id><a:Name>${name}</a:Name><a:ParentId>${parent}</a:ParentId></a:ElementType>`;

const knowledge = (...threats: string[]) =>
  `<KnowledgeBase xmlns:a="a" xmlns:b="b"><a:Manifest><a:Name>Own Template</a:Name></a:Manifest>` +
  `<a:StandardElements>${stencil('SE.P.Web', 'Web server', 'GE.P')}${stencil('SE.P.Wiki', 'Wiki', 'SE.P.Web')}` +
  `${stencil('SE.TB.Lab', 'Lab', 'GE.TB.B')}</a:StandardElements><a:ThreatCategories><a:ThreatCategory>` +
  `<a:Id>S</a:Id><a:Name>Spoofing</a:Name></a:ThreatCategory></a:ThreatCategories>` +
  `<a:ThreatTypes>${threats.join('')}</a:ThreatTypes></KnowledgeBase>`;

const templateIn = (text: string): Template => {
  const reading = readTemplate(text);
  if (!reading.ok) throw new Error(reading.refusal.reason);
  return reading.template;
};

const ruleOf = (include: string, exclude = '') => {
  const { extensions, untranslated } = templateIn(
    knowledge(threatType({ title: 'T', include, exclude })),
  );
  const [rule] = extensions.rules;
  return { when: rule?.when, isEnabled: rule?.isEnabled, isPartial: untranslated[0]?.isPartial };
};

const full = { isEnabled: true, isPartial: undefined };
const web = { attribute: ['Web server', 'SE.P.Web', 'Wiki', 'SE.P.Wiki'] };

test('a threat type is an entry, its mitigations are entries with links, and its filter is a rule', () => {
  const possible =
    'Use tokens. Refer: <a href="https://a.example/x">a</a>  Log it. Refer: <a href="javascript:b">b</a>.';
  const title = 'Spoofing the {source.Name} by an {target.Name}';
  const text = knowledge(threatType({ title, include: "source is 'GE.EI'", possible }));
  const { entries, extensions, untranslated } = templateIn(text);
  expect(entries.map(({ kind, entry }) => [kind, entry.title, entry.resources])).toEqual([
    ['threats', 'Spoofing the source by the target', []],
    ['mitigations', 'Use tokens.', [{ url: 'https://a.example/x', title: '' }]],
    ['mitigations', 'Log it.', []],
  ]);
  expect(extensions.rules).toEqual([
    {
      id: 'tm7-own-template-t1',
      title: 'Spoofing the source by the target',
      isEnabled: true,
      when: { all: [{ kind: 'flow' }, { source: { kind: 'entity' } }] },
      threat: {
        title: 'Spoofing the source by the target',
        description: 'About the source.',
        priority: 'high',
        categories: ['Spoofing'],
        references: [],
      },
      mitigations: [
        { title: 'Use tokens.', description: '', controls: [] },
        { title: 'Log it.', description: '', controls: [] },
      ],
    },
  ]);
  expect(untranslated).toEqual([]);
});

test('stencils, those that derive from them, and crossed boundaries are translated', () => {
  expect(ruleOf("(target is 'se.p.web') and flow crosses 'GE.TB.L'")).toEqual({
    ...full,
    when: { all: [{ kind: 'flow' }, { target: web }, { crosses: 'any' }] },
  });
  const inside = { inside: { attribute: ['Lab', 'SE.TB.Lab'] } };
  const outside = { not: inside };
  expect(ruleOf("flow crosses 'SE.TB.Lab'").when).toEqual({
    all: [
      { kind: 'flow' },
      {
        any: [
          { all: [{ source: inside }, { target: outside }] },
          { all: [{ source: outside }, { target: inside }] },
        ],
      },
    ],
  });
});

test('an excluded filter is negated, and a protection becomes a missing protection', () => {
  const exclude = "flow.providesConfidentiality is 'Yes' or target is 'SE.P.Web'";
  expect(ruleOf('source is \'GE.P\' OR source is "GE.DS"', exclude)).toEqual({
    ...full,
    when: {
      all: [
        { kind: 'flow' },
        { source: { kind: ['process', 'store'] } },
        { lacks: 'encrypted' },
        { target: { not: web } },
      ],
    },
  });
  expect(ruleOf("target.storesCredentials is 'Yes'").when).toEqual({
    all: [{ kind: 'flow' }, { target: { has: 'holdsCredentials' } }],
  });
  expect(ruleOf("not (source is 'GE.P' and flow.authenticatesSource is 'Yes')").when).toEqual({
    all: [
      { kind: 'flow' },
      { any: [{ source: { not: { kind: 'process' } } }, { lacks: 'authenticated' }] },
    ],
  });
});

test('a property that elements lack makes a rule broader, or the rule is switched off', () => {
  const broader = { isEnabled: true, isPartial: true };
  const target = { all: [{ kind: 'flow' }, { target: { kind: 'store' } }] };
  expect(ruleOf("target is 'GE.DS' and not target.a-b is 'True'")).toEqual({
    ...broader,
    when: target,
  });
  expect(ruleOf("target is 'GE.DS'", "source.a is 'Yes'")).toEqual({ ...broader, when: target });
  expect(ruleOf("target is 'GE.DS' or target.a is 'Blob'")).toEqual({ ...broader, when: target });
  const off = { isEnabled: false, isPartial: false, when: { kind: 'flow' } };
  expect(ruleOf("target is 'GE.DS' and target.a is 'Blob'")).toEqual(off);
  expect(ruleOf("source is 'ROOT'")).toEqual(off);
  expect(ruleOf("source is 'GE.P' and")).toEqual(off);
  expect(ruleOf('')).toEqual(off);
  expect(ruleOf(`${'('.repeat(9000)}source is 'GE.P'`)).toEqual(off);
  const types = ['GE.P', 'GE.DS', 'GE.EI', 'SE.P.Web', 'SE.P.Wiki'];
  const pairs = types.flatMap((from) =>
    types.map((to) => `(source is '${from}' and target is '${to}')`),
  );
  expect(ruleOf(pairs.join(' or '))).toEqual(off);
});

test('conditions of the same form become one condition', () => {
  const whenOf = (include: string, exclude = '') => ruleOf(include, exclude).when;
  const wiki = ['Wiki', 'SE.P.Wiki'];
  const lab = { attribute: ['Lab', 'SE.TB.Lab'] };
  expect(whenOf("target is 'SE.P.Wiki' or source is 'GE.P' or target is 'SE.P.Web'")).toEqual({
    all: [
      { kind: 'flow' },
      {
        any: [
          { target: { attribute: [...wiki, 'Web server', 'SE.P.Web'] } },
          { source: { kind: 'process' } },
        ],
      },
    ],
  });
  expect(whenOf("flow crosses 'GE.TB.L' or flow crosses 'GE.TB.B'")).toEqual({
    all: [{ kind: 'flow' }, { crosses: 'any' }],
  });
  const excluded = "source is 'GE.DS' or source is 'SE.P.Wiki' or flow crosses 'SE.TB.Lab'";
  expect(whenOf("source is 'GE.P'", excluded)).toEqual({
    all: [
      { kind: 'flow' },
      {
        source: {
          all: [{ kind: 'process' }, { not: { any: [{ kind: 'store' }, { attribute: wiki }] } }],
        },
      },
      {
        not: {
          any: [
            { all: [{ source: { inside: lab } }, { target: { not: { inside: lab } } }] },
            { all: [{ source: { not: { inside: lab } } }, { target: { inside: lab } }] },
          ],
        },
      },
    ],
  });
});

test('a rule finds the generic elements that a template defines itself', () => {
  const generic = stencil('b7e00c0e', 'Medical device', 'ROOT');
  const derived = stencil('SE.Pump', 'Pump', 'b7e00c0e');
  const text = knowledge(threatType({ title: 'T', include: "source is 'b7e00c0e'" })).replace(
    '<a:StandardElements>',
    `<a:GenericElements>${generic}</a:GenericElements><a:StandardElements>${derived}`,
  );
  expect(templateIn(text).extensions.rules).toMatchObject([
    {
      isEnabled: true,
      when: {
        all: [
          { kind: 'flow' },
          { source: { attribute: ['Medical device', 'b7e00c0e', 'Pump', 'SE.Pump'] } },
        ],
      },
    },
  ]);
});

test('a threat type without a priority has the first priority of the template', () => {
  const include = "source is 'GE.P'";
  const nil = '<b:string i:nil="true"/>';
  const datum =
    `<a:ThreatMetaData><PropertiesMetaData><ThreatMetaDatum><Name>Priority</Name><Values>${high}` +
    `<b:string>Low</b:string></Values></ThreatMetaDatum></PropertiesMetaData></a:ThreatMetaData>`;
  const text = knowledge(
    threatType({ title: 'A', include, priority: nil }),
    threatType({ title: 'B', include, priority: '<b:string>Low</b:string>' }),
  ).replace('<a:StandardElements>', `${datum}<a:StandardElements>`);
  const { rules } = templateIn(text).extensions;
  expect(rules.map(({ threat }) => threat.priority)).toEqual(['high', 'low']);
});

test('a template file names some elements differently than a model that contains the template', () => {
  const possible = 'Use tokens. Refer: <a href="https://a.example/x">a</a>';
  const text = knowledge(threatType({ title: 'T', include: "target is 'SE.P.Web'", possible }));
  const file = text
    .replace(/<a:Manifest>.*<\/a:Manifest>/, '<Manifest name="Own Template" />')
    .replaceAll(/(<a:ElementType>)<a:Id>(.*?)<\/a:Id>/g, '$1<ID>$2</ID>')
    .replaceAll('a:ParentId>', 'ParentElement>')
    .replaceAll('b:string>', 'Value>')
    .replaceAll('a:', '');
  expect(templateIn(file)).toEqual(templateIn(text));
});

test('text in angle brackets is kept', () => {
  const possible = 'Check /users/<id>. Refer: <a href="https://a.example">a</a>. Escape R&amp;D.';
  const text = knowledge(threatType({ title: 'T', include: "source is 'GE.P'", possible }));
  const { entries } = templateIn(text.replace('About', 'About List&lt;string&gt; of'));
  expect(entries.map(({ entry }) => [entry.title, entry.description])).toEqual([
    ['T', 'About List<string> of the source.'],
    ['Check /users/<id>.', ''],
    ['Escape R&D.', ''],
  ]);
});

test('a mitigation with very many spaces is read within a second', () => {
  const possible = `Refer${' '.repeat(90_000)}x`;
  const text = knowledge(threatType({ title: 'T', include: "source is 'GE.P'", possible }));
  const start = process.threadCpuUsage();
  const { entries } = templateIn(text);
  const { user, system } = process.threadCpuUsage(start);
  expect(entries.map(({ entry }) => entry.title)).toEqual(['T', 'Refer']);
  // Reading takes a few milliseconds of this thread's CPU time. With quadratic time, it takes seconds.
  expect((user + system) / 1000).toBeLessThan(1000);
});

test('equal IDs and titles, and more threat types than a codex accepts, are handled', () => {
  const same = threatType({ title: 'T', include: "source is 'GE.P'" });
  const { entries, extensions } = templateIn(knowledge(same, same));
  expect(extensions.rules.map(({ id }) => id)).toEqual([
    'tm7-own-template-t1',
    'tm7-own-template-t1-at-2',
  ]);
  expect(entries).toHaveLength(1);
  const many = templateIn(knowledge(...Array.from({ length: 510 }, () => same)));
  expect(many.extensions.rules).toHaveLength(500);
  expect(many.untranslated).toHaveLength(10);
});

test('other files are rejected with one sentence', () => {
  const reasonOf = (text: string) => {
    const reading = readTemplate(text);
    return reading.ok ? 'not refused' : reading.refusal.reason;
  };
  const none = 'The file has no template of the Microsoft Threat Modeling Tool.';
  expect(reasonOf('{"codex":1}')).toBe(none);
  expect(reasonOf('<ThreatModel/>')).toBe(none);
  expect(reasonOf(knowledge())).toBe(none);
  expect(reasonOf(knowledge().slice(0, 200))).toContain('damaged');
});

test.runIf(existsSync(folder))(
  'the longest filter of the standard template fits into a rule',
  () => {
    const { rules } = templateIn(real('MTMT_nested_tz_line.tm7')).extensions;
    const rule = rules.find(({ title }) => title === 'Cross Site Request Forgery');
    expect(rule?.isEnabled).toBe(true);
  },
);

test.runIf(existsSync(folder))('a real template suggests what the tool found with it', () => {
  const file = real('MTMT_MVP.tm7');
  const whole = templateIn(file);
  const { entries, extensions, untranslated } = whole;
  expect(entries.filter(({ kind }) => kind === 'threats')).toHaveLength(191);
  expect(extensions.rules).toHaveLength(191);
  expect(extensions.rules.filter(({ isEnabled }) => !isEnabled)).toHaveLength(
    untranslated.filter(({ isPartial }) => !isPartial).length,
  );
  expect(untranslated.filter(({ isPartial }) => !isPartial).length).toBeLessThan(20);
  const from = file.search(/<KnowledgeBase[ >]/);
  const alone = file.slice(from, file.indexOf('</KnowledgeBase>') + '</KnowledgeBase>'.length);
  expect(templateIn(alone)).toEqual(whole);

  const { content } = readOne(file);
  const rules = withOwnRules({ ...ruleSet(), rules: [] }, extensions);
  const drawn = drawnContent(content);
  const system = systemOf({ ...drawn, threats: new Map() }, rules.vocabulary);
  const suggested = new Set(
    suggest(system, rules).map(({ element, rule }) => `${element.id} ${rule.split('-').at(-1)}`),
  );
  const found = file
    .split('<a:KeyValueOfstringThreatpc_P0_PhOB>')
    .slice(1)
    .flatMap((threat) => {
      const flow = /<b:FlowGuid>([^<]+)</.exec(threat)?.[1];
      const type = /<b:TypeId>([^<]+)</.exec(threat)?.[1];
      return flow !== undefined && type !== undefined ? [`${flow} ${type.toLowerCase()}`] : [];
    });
  expect(found.length).toBeGreaterThan(40);
  const isOn = new Map(
    extensions.rules.map(({ id, isEnabled }) => [id.split('-').at(-1), isEnabled]),
  );
  const missing = found.filter((each) => !suggested.has(each));
  expect(missing.filter((each) => isOn.get(each.split(' ')[1]))).toEqual([]);
  expect(missing.length / found.length).toBeLessThan(0.1);
});
