import DataLoader from 'dataloader';

/** More go in several batches. */
const MAX_BATCH_SIZE = 200;

/**
 * Calls that come while a batch is at the store go there together once it is back, so that a burst costs
 * few words to it; one that comes alone goes at once. Not for calls inside a transaction: a batch is of nobody's.
 *
 * @param work gives what became of each item, in their order; when it throws, all of them fail.
 */
export function createBatcher<Item, Result>(work: (items: readonly Item[]) => Promise<readonly Result[]>) {
  let previous: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const outcome = work(items);
      previous = outcome.catch(() => undefined);
      return outcome;
    },
    { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: (start) => void previous.then(start) },
  );
  return (item: Item): Promise<Result> => loader.load(item);
}
