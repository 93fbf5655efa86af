import { Cog, Database, SquareDashed, StickyNote, UserRound, type LucideIcon } from 'lucide-react';
import { isNodeType, type NodeType } from '#shared/canvas/document.ts';
import type { CommandId } from '../app/commands.ts';

type NodeKind = {
  icon: LucideIcon;
  /** Key of its name in the canvas texts. */
  name: `kind.${NodeType}`;
  /** Adds one; its keys are in the table of commands. */
  command: CommandId;
  /** Whether a new one comes with a component record, to which threats belong. */
  isComponent: boolean;
  /** Whether flows begin and end at it. */
  isConnectable: boolean;
};

/** Everything that sets the kinds of node apart but their look (nodes/). In palette order. */
export const nodeKinds = {
  processNode: {
    icon: Cog,
    name: 'kind.processNode',
    command: 'canvas.add-process',
    isComponent: true,
    isConnectable: true,
  },
  dataStoreNode: {
    icon: Database,
    name: 'kind.dataStoreNode',
    command: 'canvas.add-data-store',
    isComponent: true,
    isConnectable: true,
  },
  externalEntityNode: {
    icon: UserRound,
    name: 'kind.externalEntityNode',
    command: 'canvas.add-external-entity',
    isComponent: true,
    isConnectable: true,
  },
  trustBoundaryNode: {
    icon: SquareDashed,
    name: 'kind.trustBoundaryNode',
    command: 'canvas.add-boundary',
    isComponent: false,
    isConnectable: false,
  },
  noteNode: {
    icon: StickyNote,
    name: 'kind.noteNode',
    command: 'canvas.add-note',
    isComponent: false,
    isConnectable: false,
  },
} as const satisfies Record<NodeType, NodeKind>;

export const kindOf = (type: string | undefined): NodeKind | null =>
  type !== undefined && isNodeType(type) ? nodeKinds[type] : null;

/** A node of a type that we do not know may well be connected. */
export const isConnectable = (type: string | undefined): boolean =>
  kindOf(type)?.isConnectable ?? true;
