import {
  Bookmark,
  FolderOpen,
  GitMerge,
  Layers,
  Pencil,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react';
import type { VersionReason } from '#shared/desktop/versions.ts';

/** Why a version was made, as a picture beside its words. */
export const reasonIcons: Record<VersionReason, LucideIcon> = {
  named: Bookmark,
  opened: FolderOpen,
  work: Pencil,
  beforeLarge: Layers,
  beforeMerge: GitMerge,
  beforeRestore: RotateCcw,
};
