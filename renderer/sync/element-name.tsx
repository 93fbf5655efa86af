import { nodeById } from '#shared/canvas/lookup.ts';
import { ElementName as Name } from '../canvas/compare/element-name.tsx';
import { elementOf, labelIn, type CanvasVersions, type ChangedElement } from './canvas-choices.ts';

type Props = {
  changed: ChangedElement;
  versions: CanvasVersions;
  isSelected: boolean;
  onFly: () => void;
};

/** An element of the versions in conflict. */
export const ElementName = ({ changed, versions, ...button }: Props) => {
  const { element } = changed;
  const type = element === 'node' ? elementOf(versions, changed)?.type : undefined;
  return <Name element={element} label={nameOf(versions, changed)} type={type} {...button} />;
};

/** As it is called here, there, or was; a flow without a name by its ends. */
const nameOf = (versions: CanvasVersions, changed: ChangedElement): string | null => {
  const documents = [versions.mine, versions.theirs, versions.base];
  const label = documents.map((document) => labelIn(document, changed)).find(Boolean);
  if (label) return label;
  for (const document of documents) {
    const flow = changed.element === 'edge' && document.edges.find(({ id }) => id === changed.id);
    if (!flow) continue;
    const [from, to] = [flow.source, flow.target].map((id) => nodeById(document, id)?.data.label);
    if (from && to) return `${from} → ${to}`;
  }
  return null;
};
