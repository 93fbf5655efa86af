import type { ModelContent } from '../otm/content.ts';
import type { RegisterContent } from './threat-rows.ts';

/** Returns the models of a collection as the content of one register. */
export const wholeCollection = (
  { id, title }: { id: string; title: string },
  models: readonly [ModelContent, ...ModelContent[]],
): RegisterContent => ({
  ...models[0],
  id,
  title,
  description: '',
  kept: {},
  canvases: models.flatMap(({ canvases }) => canvases),
  components: models.flatMap(({ components }) => components),
  models: Object.fromEntries(
    models.flatMap((model) =>
      model.canvases.map((canvas) => [canvas.id, { id: model.id, title: model.title }]),
    ),
  ),
});
