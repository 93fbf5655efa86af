/**
 * Returns each path in a JSON value, with the value at this path. A path has the same form as in the
 * `issues` of an error response, such as `payload[0].scopes[1].resource`.
 */
export const pathsIn = (value: unknown, at = ''): { path: string; value: unknown }[] => {
  if (typeof value !== 'object' || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const path = isArray ? `${at}[${key}]` : [at, key].filter(Boolean).join('.');
    return [{ path, value: inner }, ...pathsIn(inner, path)];
  });
};

/** Returns the JSON value with a replacement at one path. */
export const changedAt = (value: unknown, path: string, replacement: unknown, at = ''): unknown => {
  if (at === path) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((inner: unknown, index) =>
      changedAt(inner, path, replacement, `${at}[${index}]`),
    );
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      changedAt(inner, path, replacement, [at, key].filter(Boolean).join('.')),
    ]),
  );
};
