import { afterAll, expect, test } from '@jest/globals';
import { BoundedQueue, DecoderPool } from './decoder-pool.ts';
import { defaultLimits } from './decoder-process.ts';
import type { GreedyJob } from './testing/greedy-program.ts';

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

const entry = new URL('testing/greedy-program.ts', import.meta.url);
const limits = { ...defaultLimits, cpu: 300 };
const pool = new DecoderPool<GreedyJob>({ entry, processes: 1, limits });
afterAll(() => pool.close());

const decode = (behaviour: GreedyJob['behaviour']) => pool.decode('user', { behaviour });
const decodeNext = async () => (await decode('echo')).toString();

test('returns what the process decoded', async () => {
  expect(await decodeNext()).toBe('decoded');
});

test('names the reason of a rejected file, and counts an error of a library as a broken one', async () => {
  await expect(decode('reject')).rejects.toMatchObject({ name: 'UnusableFile', reason: 'locked' });
  await expect(decode('fail')).rejects.toMatchObject({ name: 'UnusableFile', reason: 'broken' });
  expect(await decodeNext()).toBe('decoded');
});

test.each([
  ['runs on', 'run-on'],
  ['takes memory by WebAssembly', 'take-wasm'],
  ['takes memory by buffers', 'take-buffers'],
  ['takes memory by native code', 'take-native'],
  ['ends its process', 'end'],
] as const)(
  'rejects a file that %s, and decodes the next one in another process',
  async (_what, behaviour) => {
    await expect(decode(behaviour)).rejects.toMatchObject({ name: 'UnusableFile', reason: 'too-complex' });
    expect(await decodeNext()).toBe('decoded');
  },
);

test('passes none of the secrets in its environment', async () => {
  process.env.DECODER_TEST_SECRET = 'secret';
  const other = new DecoderPool<GreedyJob>({ entry, processes: 1 });
  expect((await other.decode('user', { behaviour: 'read-secret' })).toString()).toBe('undefined');
  await other.close();
});

test('reports a program that does not start as an unavailable part, not as a fault of the file', async () => {
  const missing = new DecoderPool<GreedyJob>({ entry: new URL('missing.ts', import.meta.url), processes: 1 });
  await expect(missing.decode('user', { behaviour: 'echo' })).rejects.toMatchObject({ status: 503 });
});

test('ends a process that is busy when the pool closes, without blaming the file', async () => {
  const closing = new DecoderPool<GreedyJob>({ entry, processes: 1 });
  await closing.decode('user', { behaviour: 'echo' });
  const running = closing.decode('user', { behaviour: 'run-on' });
  const outcome = expect(running).rejects.toMatchObject({ status: 503 });
  await closing.close();
  await outcome;
});
