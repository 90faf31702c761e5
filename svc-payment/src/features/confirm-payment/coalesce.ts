/** Calls that arrive during a run share the next one: none gets the result of a run that began before it. */
export function coalesce<Item, Result>(
  toKey: (item: Item) => string,
  run: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<Result>>();

  function start(key: string, item: Item): Promise<Result> {
    next.delete(key);
    const result = run(item);
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        if (running.get(key) === ended) running.delete(key);
      });
    running.set(key, ended);
    return result;
  }

  return (item) => {
    const key = toKey(item);
    const before = running.get(key);
    if (!before) return start(key, item);
    const shared = next.get(key) ?? before.then(() => start(key, item));
    next.set(key, shared);
    return shared;
  };
}
