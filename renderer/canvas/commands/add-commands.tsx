import { elementKindNames, elementKinds, type ElementKind } from '#shared/canvas/element-kinds.ts';
import { CommandAction } from '../../kernel/commands/use-command.ts';

type Props = { add: (kind: ElementKind) => void; enabled?: boolean };

/** Registers the commands that add an element, one for each kind. Renders nothing. */
export const AddCommands = ({ add, enabled = true }: Props) =>
  elementKindNames.map((kind) => (
    <CommandAction
      enabled={enabled}
      id={elementKinds[kind].command}
      key={kind}
      run={() => add(kind)}
    />
  ));
