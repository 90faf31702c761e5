import { expect, test } from '@jest/globals';
import { keepRunning, type Running } from './keeper.ts';

/** Processes that end when the test says so. */
function fakes() {
  const lives: { end: (how: string) => void; stopped: boolean }[] = [];
  const told: string[] = [];
  const waiters: (() => void)[] = [];
  const start = async (): Promise<Running> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const life = { end: resolve, stopped: false };
    lives.push(life);
    for (const waiter of waiters.splice(0)) waiter();
    const stop = async () => {
      life.stopped = true;
      resolve('ended with code 0');
    };
    return { pid: 1000 + lives.length, ended: promise, stop, kill: stop };
  };
  const untilLife = async (count: number) => {
    while (lives.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
  };
  return { lives, told, start, untilLife, tell: (line: string) => told.push(line) };
}

test('what falls is started again and told, with the new pid', async () => {
  const { lives, told, start, untilLife, tell } = fakes();
  const pids: number[] = [];
  const kept = keepRunning({
    name: 'svc-auth',
    start,
    untilReady: async () => {},
    started: ({ pid }) => pids.push(pid),
    tell,
  });
  await kept.ready;

  lives[0]?.end('was ended by SIGKILL');
  await untilLife(2);
  await kept.stop();

  expect(told).toEqual(['svc-auth was ended by SIGKILL; starting it again.']);
  expect(pids).toEqual([1001, 1002]);
  expect(lives.map(({ stopped }) => stopped)).toEqual([false, true]);
});

test('it is started at once after it was ready, and after growing pauses when it never is', async () => {
  const { lives, start, untilLife, tell } = fakes();
  const kept = keepRunning({
    name: 'x',
    start,
    untilReady: () => new Promise(() => {}),
    started: () => {},
    tell,
  });
  const pauses: number[] = [];
  await untilLife(1);
  for (let life = 1; life <= 3; life++) {
    const fell = performance.now();
    lives[life - 1]?.end('ended with code 1');
    await untilLife(life + 1);
    pauses.push(Math.round((performance.now() - fell) / 250));
  }
  await kept.stop();

  expect(pauses).toEqual([0, 1, 2]);
});

test('what cannot even be started the first time is not tried again', async () => {
  const { start, lives, tell } = fakes();
  const kept = keepRunning({
    name: 'x',
    start: async () => {
      await start();
      throw new Error('no such program');
    },
    untilReady: async () => {},
    started: () => {},
    tell,
  });

  await expect(kept.ready).rejects.toThrow('no such program');
  expect(lives).toHaveLength(1);
});

test('a stop during a pause does not start it again', async () => {
  const { lives, start, untilLife, tell } = fakes();
  const kept = keepRunning({
    name: 'x',
    start,
    untilReady: () => new Promise(() => {}),
    started: () => {},
    tell,
  });
  await untilLife(1);
  lives[0]?.end('ended with code 1');
  await untilLife(2);
  lives[1]?.end('ended with code 1');
  await kept.stop();

  expect(lives).toHaveLength(2);
});
