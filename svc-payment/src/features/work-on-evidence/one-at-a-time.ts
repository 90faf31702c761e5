/** Runs the work on items with the same key one after the other, in the order they come. */
export function oneAtATime<Item>(
  toKey: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): (item: Item) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return (item) => {
    const key = toKey(item);
    const before = last.get(key) ?? Promise.resolve();
    const ended = before.then(() => work(item));
    const settled = ended
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return ended;
  };
}
