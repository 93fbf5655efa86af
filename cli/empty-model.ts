import type { ModelContent } from '#shared/otm/content.ts';

/** A model without any content. It stands for a file that does not exist on one side. */
export const emptyModel: ModelContent = {
  id: '',
  title: '',
  description: '',
  status: 'Representation',
  priority: 'medium',
  due_to_date: null,
  retro_completed_at: null,
  time_invested: null,
  quality_of_model: null,
  when_to_revisit: null,
  archived_at: null,
  canvases: [],
  components: [],
  kept: {},
};
