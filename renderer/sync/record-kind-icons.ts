import {
  Box,
  Folder,
  MessageSquare,
  PenTool,
  ShieldAlert,
  ShieldCheck,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import type { RecordKind } from '#shared/desktop/records.ts';

export const recordKindIcons: Record<RecordKind, LucideIcon> = {
  collection: Folder,
  threatModel: Waypoints,
  canvas: PenTool,
  component: Box,
  threat: ShieldAlert,
  mitigation: ShieldCheck,
  comment: MessageSquare,
};
