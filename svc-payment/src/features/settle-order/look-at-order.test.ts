import { expect, test } from '@jest/globals';
import { ledger } from '../../domain/testing/examples.ts';
import type { Provider } from '../../razorpay/provider.ts';
import { looks } from './look-at-order.ts';

test('hints of an order that come together are two looks: the one under way and one for all the rest', async () => {
  const polls: PromiseWithResolvers<[]>[] = [];
  const provider: Pick<Provider, 'paymentsOf'> = {
    paymentsOf() {
      const poll = Promise.withResolvers<[]>();
      polls.push(poll);
      return poll.promise;
    },
  };
  const { atOrder } = looks(provider as Provider, 60_000);
  const hints = Array.from({ length: 6 }, () => atOrder(ledger().order));
  expect(polls).toHaveLength(1);
  polls[0]?.resolve([]);
  await hints[0];
  while (polls.length < 2) await Promise.resolve();
  polls[1]?.resolve([]);
  await Promise.all(hints);
  expect(polls).toHaveLength(2);
});
