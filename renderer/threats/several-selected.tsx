import { useTranslation } from 'react-i18next';
import { elementById } from '#shared/canvas/lookup.ts';
import { CommandButton } from '../app/command-button.tsx';
import { commandIcons } from '../app/command-icons.ts';
import type { CommandId } from '../app/commands.ts';
import { useCanvas } from '../canvas/canvas-store.ts';
import { colorCommands, orderCommands } from '../canvas/elements/element-commands.tsx';
import { kindName } from '../canvas/spoken.ts';
import { SeveralFlows } from './several-flows.tsx';
import classes from './several-selected.module.css';

/** What can be done with several elements at once, each a command with a name of its own. */
const groups = [
  {
    name: 'align',
    commands: [
      'arrange.align-left',
      'arrange.align-centre',
      'arrange.align-right',
      'arrange.align-top',
      'arrange.align-middle',
      'arrange.align-bottom',
    ],
  },
  { name: 'distribute', commands: ['arrange.distribute-across', 'arrange.distribute-down'] },
  { name: 'size', commands: ['arrange.same-width', 'arrange.same-height', 'arrange.same-size'] },
  { name: 'layout', commands: ['layout.selection-right', 'layout.selection-down'] },
  { name: 'color', commands: colorCommands },
  { name: 'order', commands: orderCommands },
  { name: 'mark', commands: ['canvas.toggle-out-of-scope', 'canvas.toggle-locked'] },
  { name: 'edit', commands: ['edit.cut', 'edit.copy', 'edit.duplicate', 'edit.delete'] },
] as const satisfies readonly { name: string; commands: readonly CommandId[] }[];

/** Shown while several elements are selected: what they are, and what to do with all of them. */
export const SeveralSelected = () => {
  const hasNodes = useCanvas(({ selection }) => selection.nodes.length > 0);
  return (
    <>
      <SeveralFlows />
      {hasNodes && <SeveralElements />}
    </>
  );
};

const SeveralElements = () => {
  const { t } = useTranslation('arrange');
  const kinds = useSelectedKinds();
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
      {groups.map(({ name, commands }) => (
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

/** The kinds of what is selected, with how many there are of each; the most first. */
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
