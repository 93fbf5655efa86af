import { isNodeType, type NodeType } from '#shared/canvas/document.ts';

/** A kind of node while it is dragged from the palette; only we know this type of data. */
const dataType = 'application/x-parapet-node';

export const carryNodeType = (data: DataTransfer, type: NodeType): void => {
  data.setData(dataType, type);
  data.effectAllowed = 'copy';
};

export const carriesNode = ({ types }: DataTransfer): boolean => types.includes(dataType);

export const carriedNodeType = (data: DataTransfer): NodeType | null => {
  const type = data.getData(dataType);
  return isNodeType(type) ? type : null;
};
