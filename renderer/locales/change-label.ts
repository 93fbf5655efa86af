import i18next from 'i18next';

/**
 * The name of a change, for "Undone: *delete canvas*". A label is the key of a text with its
 * namespace in front, such as `collections.change.rename`; one of another version is not shown.
 */
export const changeLabel = (label: string): string => {
  const [ns = '', ...key] = label.split('.');
  const text: unknown = i18next.getResource(i18next.language, ns, key.join('.'));
  const english: unknown = i18next.getResource('en', ns, key.join('.'));
  return [text, english].find((each) => typeof each === 'string') ?? '';
};
