/**
 * Runs `work` for each item, for at most `lanes` items in parallel. After a failure, no further item
 * starts, and the promise rejects when all started items have ended.
 */
export const inLanes = async <Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
};
