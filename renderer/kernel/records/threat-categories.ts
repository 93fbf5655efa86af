import { linddunCategories, strideCategories } from '#shared/library/library-schema.ts';

/** The categories of threats, in groups, with the names that the library and its rules use. */
export const categoryGroups = [
  { group: 'STRIDE', items: [...strideCategories] },
  { group: 'LINDDUN', items: [...linddunCategories] },
  { group: 'AI', items: ['AI'] },
];
