import {
  ArrowRight,
  Box,
  Cog,
  Database,
  SquareDashed,
  StickyNote,
  UserRound,
  type LucideIcon,
  type LucideProps,
} from 'lucide-react';
import { isElementKind, type ElementKind } from '#shared/canvas/element-kinds.ts';

/**
 * The icons of the element kinds. Everything else about a kind is in `shared/canvas/element-kinds.ts`.
 */
export const kindIcons: Record<ElementKind, LucideIcon> = {
  processNode: Cog,
  dataStoreNode: Database,
  externalEntityNode: UserRound,
  trustBoundaryNode: SquareDashed,
  noteNode: StickyNote,
};

type Props = LucideProps & {
  /**
   * The type of a node, or `flow`. A node with an unknown type, or without a type, has the icon of a
   * box.
   */
  type: string | undefined;
};

export const KindIcon = ({ type, ...props }: Props) => {
  if (type === 'flow') return <ArrowRight {...props} />;
  const Icon = isElementKind(type) ? kindIcons[type] : Box;
  return <Icon {...props} />;
};
