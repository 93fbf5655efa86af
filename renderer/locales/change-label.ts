import i18next from 'i18next';

/**
 * Returns the name of a change, for "Undid: *delete canvas*". A label is a text key with its namespace,
 * such as `collections.change.rename`. The name is empty if this version of the app does not have the
 * text.
 */
export const changeLabel = (label: string): string => {
  const [ns = '', ...path] = label.split('.');
  // Converts keys from camelCase to lower case with hyphens, because journal entries of earlier versions
  // have keys in camelCase.
  const key = path.join('.').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const texts: unknown[] = [i18next.resolvedLanguage ?? 'en', 'en'].map((language): unknown =>
    i18next.getResource(language, ns, key),
  );
  return texts.find((text) => typeof text === 'string') ?? '';
};
