/** What `take` gives, one after the other, until there is no more or the signal says stop. */
export async function* oneByOne<Item>(
  take: () => Promise<Item | undefined>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  while (!signal.aborted) {
    const item = await take();
    if (item === undefined) return;
    yield item;
  }
}
