import { expect, test } from '@jest/globals';
import { BoundedQueue } from './bounded-queue.ts';

/** A task that ends when the test ends it. */
function createHeldTask() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, run: (worker: string) => ended.then(() => worker) };
}

const maxWaiting = { perOwner: 1, total: 2 };

test('gives tasks a server in the order of their arrival', async () => {
  const queue = new BoundedQueue({ workers: ['one'], maxWaiting });
  const held = createHeldTask();
  const order: string[] = [];
  const all = [
    queue.run('a', held.run),
    ...['b', 'c'].map((owner) => queue.run(owner, async () => void order.push(owner))),
  ];
  held.end();
  await Promise.all(all);
  expect(order).toEqual(['b', 'c']);
});

test("rejects with 429 over an owner's limit and with 503 over the total, and accepts tasks again afterwards", async () => {
  const queue = new BoundedQueue({ workers: ['one'], maxWaiting });
  const held = createHeldTask();
  const noop = async () => undefined;
  const running = [queue.run('a', held.run), queue.run('a', noop)];
  await expect(queue.run('a', noop)).rejects.toMatchObject({ status: 429 });
  running.push(queue.run('b', noop));
  await expect(queue.run('c', noop)).rejects.toMatchObject({ status: 503 });
  held.end();
  await Promise.all(running);
  await expect(queue.run('c', async (worker) => worker)).resolves.toBe('one');
});

test('releases the server of a failed task', async () => {
  const queue = new BoundedQueue({ workers: ['one'], maxWaiting });
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run('a', async (worker) => worker)).resolves.toBe('one');
});
