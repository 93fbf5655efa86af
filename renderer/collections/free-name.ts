/** The first numbered name that nothing has yet, counting on from how many there are. */
export const freeName = (taken: readonly string[], nameOf: (number: number) => string): string => {
  for (let number = taken.length + 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.includes(name)) return name;
  }
};
