import { expect, test } from '@jest/globals';
import { buildLedger } from '../../domain/testing/builders.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { createSnapshotReader } from './provider-snapshot.ts';

test('fetches twice for concurrent hints about an order: the fetch in flight, and one for all others', async () => {
  const polls: PromiseWithResolvers<[]>[] = [];
  const provider: Pick<Provider, 'listPayments'> = {
    listPayments() {
      const poll = Promise.withResolvers<[]>();
      polls.push(poll);
      return poll.promise;
    },
  };
  const { fetchOrder } = createSnapshotReader(provider as Provider, 60_000);
  const hints = Array.from({ length: 6 }, () => fetchOrder(buildLedger().order));
  expect(polls).toHaveLength(1);
  polls[0]?.resolve([]);
  await hints[0];
  while (polls.length < 2) await Promise.resolve();
  polls[1]?.resolve([]);
  await Promise.all(hints);
  expect(polls).toHaveLength(2);
});
