import type { Fields } from '../fields.ts';
import type { Shape } from '../repair/rules.ts';
import {
  componentShape,
  elementShape,
  flowShape,
  projectShape,
  representationShape,
} from '../repair/shapes.ts';

const flowLayout = {
  color: null,
  label: null,
  points: [],
  fontSize: null,
  algorithm: null,
  fontColor: null,
  textStyle: { isBold: null },
  markerType: null,
  representation: null,
};

const specified = new Map<Shape, Fields>([
  [projectShape, { description: null, owner: null, ownerContact: null, tags: [], attributes: {} }],
  [representationShape, { size: null, attributes: {} }],
  [
    componentShape,
    {
      description: null,
      representations: [],
      assets: null,
      threats: [],
      tags: [],
      attributes: {},
      representationId: null,
      metaData: { label: null, representation: null },
    },
  ],
  [elementShape, { position: null, size: null, positionAbsolute: null }],
  [
    flowShape,
    {
      bidirectional: null,
      assets: [],
      threats: [],
      tags: [],
      attributes: {},
      representations: [],
      metaData: flowLayout,
      sourceHandle: null,
      targetHandle: null,
      type: null,
      markerEnd: null,
    },
  ],
]);

/**
 * Returns the keys that the specification lists for a record, with the values for "unknown". A program
 * that follows the specification may rely on each of them. `user` and `selectedBy` of `metaData` are
 * left out, because they are account data.
 */
export const specifiedKeys = (shape: Shape): Fields => specified.get(shape) ?? {};
