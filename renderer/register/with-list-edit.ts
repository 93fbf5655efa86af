/**
 * Returns the values of a list after a person's edits. `seen` has all values that the person saw in the
 * field. A saved value that is not in `seen` was added by somebody else during the edits, so it stays.
 */
export const withListEdit = (
  saved: readonly string[],
  seen: ReadonlySet<string>,
  after: readonly string[],
): string[] => [...after, ...saved.filter((each) => !seen.has(each) && !after.includes(each))];
