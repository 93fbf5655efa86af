import { linddunCategories, strideCategories } from '#shared/library/library-schema.ts';

/** The categories in the words of the library and its rules. */
export const categoryGroups = [
  { group: 'STRIDE', items: [...strideCategories] },
  { group: 'LINDDUN', items: [...linddunCategories] },
  { group: 'AI', items: ['AI'] },
];
