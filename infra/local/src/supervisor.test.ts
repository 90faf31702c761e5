import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { type ChildHandle, superviseProcess } from './supervisor.ts';

type Supervision = Parameters<typeof superviseProcess>[0];

/** Processes that end when the test says so. */
function createFakeProcesses() {
  const lives: { end: (how: string) => void; stopped: boolean }[] = [];
  const reported: string[] = [];
  const waiters: (() => void)[] = [];
  const start = async (): Promise<ChildHandle> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const life = { end: resolve, stopped: false };
    lives.push(life);
    for (const notify of waiters.splice(0)) notify();
    const stop = async () => {
      life.stopped = true;
      resolve('ended with code 0');
    };
    return { pid: 1000 + lives.length, ended: promise, stop, kill: stop };
  };
  const untilLife = async (count: number) => {
    while (lives.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
  };
  /** Supervises such a process, which is ready at once. */
  const supervise = (more: Partial<Supervision> = {}) =>
    superviseProcess({
      name: 'svc-auth',
      start,
      waitUntilReady: async () => {},
      onStart: () => {},
      report: (line) => reported.push(line),
      ...more,
    });
  return { lives, reported, start, untilLife, supervise };
}

const neverReady = () => new Promise<void>(() => {});

/** Of the first three restarts, in quarters of a second. */
async function measureDelays(): Promise<number[]> {
  const { lives, untilLife, supervise } = createFakeProcesses();
  const supervised = supervise({ waitUntilReady: neverReady });
  const delays: number[] = [];
  await untilLife(1);
  for (let life = 1; life <= 3; life++) {
    const exitedAt = performance.now();
    lives[life - 1]?.end('ended with code 1');
    await untilLife(life + 1);
    delays.push(Math.round((performance.now() - exitedAt) / 250));
  }
  await supervised.stop();
  return delays;
}

test('restarts at once if it was ready, and after growing pauses if it never is', async () => {
  const runs = [await measureDelays(), await measureDelays(), await measureDelays()];
  // The shortest, which excludes the times when the machine was busy.
  const delays = [0, 1, 2].map((restart) => Math.min(...runs.map((run) => run[restart] ?? 0)));
  expect(delays).toEqual([0, 1, 2]);
});

test('does not retry a process whose first start fails', async () => {
  const { start, lives, supervise } = createFakeProcesses();
  const supervised = supervise({
    start: async () => {
      await start();
      throw new Error('no such program');
    },
  });

  await expect(supervised.ready).rejects.toThrow('no such program');
  expect(lives).toHaveLength(1);
});

test.each([
  ['before it was ever ready', false],
  ['after it was ready', true],
])('does not restart a process with a permanent fault %s', async (_, isReadyFirst) => {
  const { lives, reported, untilLife, supervise } = createFakeProcesses();
  const supervised = supervise({
    ...(isReadyFirst ? {} : { waitUntilReady: neverReady }),
    findPermanentFault: async () => 'svc-auth: EXAM_FILE is missing',
  });
  await untilLife(1);
  if (isReadyFirst) await supervised.ready;
  lives[0]?.end('ended with code 78');
  if (isReadyFirst) await eventually(() => reported.length > 0);
  else await expect(supervised.ready).rejects.toThrow('svc-auth: EXAM_FILE is missing');
  await supervised.stop();

  expect(lives).toHaveLength(1);
  expect(reported).toEqual(isReadyFirst ? ['svc-auth: EXAM_FILE is missing. It is not restarted.'] : []);
});

test('does not restart after a stop during a pause', async () => {
  const { lives, untilLife, supervise } = createFakeProcesses();
  const supervised = supervise({ waitUntilReady: neverReady });
  await untilLife(1);
  lives[0]?.end('ended with code 1');
  await untilLife(2);
  lives[1]?.end('ended with code 1');
  await supervised.stop();

  expect(lives).toHaveLength(2);
});
