import { linddunCategories, strideCategories } from '#shared/library/library-schema.ts';

/** The words of the two usual methods, as the library and its rules write them. */
export const categoryGroups = [
  { group: 'STRIDE', items: [...strideCategories] },
  { group: 'LINDDUN', items: [...linddunCategories] },
  { group: 'AI', items: ['AI'] },
];
