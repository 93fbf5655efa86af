import { useMemo } from 'react';
import { edgeById, elementById, nodeById } from '#shared/canvas/lookup.ts';
import {
  colorCommands,
  kindCommands,
  orderCommands,
} from '../canvas/commands/element-commands.tsx';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { kindName } from '../canvas/words/spoken.ts';
import { CommandButton } from '../kernel/commands/command-controls.tsx';
import { commandIcons } from '../kernel/commands/command-icons.tsx';
import type { CommandId } from '../kernel/commands/commands.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { FlowAttributes } from './element-attributes.tsx';
import { SecuritySection } from './security-section.tsx';
import { ThreatForAll } from './threat-for-all.tsx';
import classes from './several-selected.module.css';

/**
 * The groups of actions for several elements. A group with `ofNodes` is shown only if at least one
 * selected element is not a flow.
 */
const groups = [
  {
    name: 'align',
    ofNodes: true,
    commands: [
      'arrange.align-left',
      'arrange.align-centre',
      'arrange.align-right',
      'arrange.align-top',
      'arrange.align-middle',
      'arrange.align-bottom',
    ],
  },
  {
    name: 'distribute',
    ofNodes: true,
    commands: ['arrange.distribute-across', 'arrange.distribute-down'],
  },
  {
    name: 'size',
    ofNodes: true,
    commands: ['arrange.same-width', 'arrange.same-height', 'arrange.same-size'],
  },
  { name: 'change-kind', ofNodes: true, commands: kindCommands },
  { name: 'layout', ofNodes: true, commands: ['layout.selection'] },
  { name: 'color', ofNodes: false, commands: colorCommands },
  { name: 'order', ofNodes: true, commands: orderCommands },
  {
    name: 'mark',
    ofNodes: true,
    commands: ['canvas.toggle-out-of-scope', 'canvas.toggle-no-threats', 'canvas.toggle-locked'],
  },
  {
    name: 'edit',
    ofNodes: false,
    commands: ['edit.cut', 'edit.copy', 'edit.duplicate', 'edit.delete'],
  },
] as const satisfies readonly { name: string; ofNodes: boolean; commands: readonly CommandId[] }[];

/**
 * The content of the inspector while several elements are selected: their kinds, and the actions for all
 * of them.
 */
export const SeveralSelected = () => {
  const { t } = useTranslation('arrange');
  const kinds = useSelectedKinds();
  const selection = useCanvas((state) => state.selection);
  const hasNodes = selection.nodes.length > 0;
  const offered = groups.filter(({ ofNodes }) => hasNodes || !ofNodes);
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('several.title', { count })}</h2>
        <ul aria-label={t('several.kinds')} className={classes.kinds}>
          {kinds.map((kind) => (
            <li key={kind.name}>{t('several.kind', { kind: kind.name, count: kind.count })}</li>
          ))}
        </ul>
      </div>
      <ThreatForAll ids={[...selection.nodes, ...selection.edges]} />
      <SeveralNodes />
      <SeveralFlows />
      {offered.map(({ name, commands }) => (
        <section aria-label={t(`several.${name}`)} className={classes.group} key={name}>
          <h3 className={classes.name}>{t(`several.${name}`)}</h3>
          <div className={classes.buttons}>
            {commands.map((command) => {
              const Icon = commandIcons[command];
              return (
                <CommandButton command={command} icon={Icon && <Icon />} key={command} size="md" />
              );
            })}
          </div>
        </section>
      ))}
      <p className={classes.hint}>{t('several.hint')}</p>
    </>
  );
};

type Kind = { name: string; count: number };

/** Returns the kinds of the selected elements with their counts, the largest count first. */
const useSelectedKinds = (): Kind[] => {
  const selection = useCanvas((state) => state.selection);
  const nodes = useCanvas((state) => state.document.nodes);
  const { t } = useTranslation('canvas');
  const counts = new Map<string, number>();
  const add = (name: string, count: number): void => {
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  };
  for (const id of selection.nodes) add(kindName(elementById(nodes, id)?.type), 1);
  add(t('kind.flow'), selection.edges.length);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
};

/** The security properties of the selected nodes. A change applies to all of these nodes. */
const SeveralNodes = () => {
  const document = useCanvas((state) => state.document);
  const ids = useCanvas(({ selection }) => selection.nodes);
  const nodes = useMemo(() => ids.flatMap((id) => nodeById(document, id) ?? []), [document, ids]);
  return <SecuritySection elements={nodes} key={ids.join()} />;
};

/** The attributes of the selected flows. A change applies to all of these flows. */
const SeveralFlows = () => {
  const { t } = useTranslation('flows');
  const document = useCanvas((state) => state.document);
  const ids = useCanvas(({ selection }) => selection.edges);
  const flows = useMemo(() => ids.flatMap((id) => edgeById(document, id) ?? []), [document, ids]);
  if (flows.length === 0) return null;
  return (
    <section aria-label={t('several', { count: flows.length })}>
      <h2 className={classes.flowsTitle}>{t('several', { count: flows.length })}</h2>
      <SecuritySection elements={flows} key={ids.join()} />
      <FlowAttributes flows={flows} />
    </section>
  );
};
