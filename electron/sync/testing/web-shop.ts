import { created, uuid } from './office.ts';

export const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];

/** The creates of a component with its canvas, threat model, and collection. */
export const webShop = [
  created('collection', collectionId, null, { title: 'Shop' }),
  created('threatModel', modelId, collectionId, { title: 'Web shop' }),
  created('canvas', canvasId, modelId, { title: 'Overview' }),
  created('component', componentId, canvasId, { title: 'Web app' }),
];
