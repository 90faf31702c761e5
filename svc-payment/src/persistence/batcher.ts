import DataLoader from 'dataloader';

const MAX_BATCH_SIZE = 200;

/**
 * Batches the calls that arrive while a batch is in flight. Not for transactions: a batch runs outside them.
 * @param work returns the result of each item in order; when it throws, the whole batch fails
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
