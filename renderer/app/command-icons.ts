import {
  ArrowLeftRight,
  ClipboardPaste,
  Cog,
  Copy,
  CopyPlus,
  Database,
  Maximize,
  Pencil,
  Scissors,
  Spline,
  SquareDashed,
  SquareMousePointer,
  StickyNote,
  Trash2,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { CommandId } from './commands.ts';

/** The pictures of the commands that have one, the same wherever a command is offered. */
export const commandIcons: Partial<Record<CommandId, LucideIcon>> = {
  'edit.cut': Scissors,
  'edit.copy': Copy,
  'edit.paste': ClipboardPaste,
  'edit.select-all': SquareMousePointer,
  'edit.rename': Pencil,
  'edit.duplicate': CopyPlus,
  'edit.delete': Trash2,
  'view.zoom-fit': Maximize,
  'canvas.add-process': Cog,
  'canvas.add-data-store': Database,
  'canvas.add-external-entity': UserRound,
  'canvas.add-boundary': SquareDashed,
  'canvas.add-note': StickyNote,
  'canvas.connect': Spline,
  'canvas.reverse-flow': ArrowLeftRight,
};
