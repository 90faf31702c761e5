import { EventEmitter } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import { answersFirst, type Clock } from './answers-first.ts';

/** A clock that goes on only when all that its last tick has set going has come to a stop. */
function virtualClock(): Clock & { readonly run: (untilMs: number) => Promise<void> } {
  let now = 0;
  const timers: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    now: () => now,
    pause: (ms) => new Promise<void>((ring) => void timers.push({ at: now + ms, ring })),
    async run(untilMs) {
      for (; now <= untilMs; now += 1) {
        for (const timer of timers.filter(({ at }) => at === now)) timer.ring();
        await settled();
      }
    },
  };
}

function start() {
  const clock = virtualClock();
  const requests = answersFirst(clock);
  return { clock, ...requests };
}
type Started = ReturnType<typeof start>;

/** So many requests come at once; what it gives ends them. */
function come({ answering }: Started, many: number): () => void {
  const responses = Array.from({ length: many }, () => new EventEmitter());
  for (const response of responses) answering(response as unknown as Response);
  return () => {
    for (const response of responses) response.emit('close');
  };
}

/** When each piece of work began that was given in now, in ms on the clock. */
function workIn({ clock, inTurn }: Started, pieces: number): Promise<number[]> {
  const work = inTurn(async () => clock.now());
  return Promise.all(Array.from({ length: pieces }, work));
}

/** When work begins that is given in 150 ms after the start of such a burst; each request is answered after 60 ms. */
async function workInSlowBurst(burstMs: number): Promise<number> {
  const started = start();
  const { clock } = started;
  const burst = async () => {
    while (clock.now() < burstMs) {
      clock.pause(60).then(come(started, 5));
      await clock.pause(20);
    }
  };
  const given = clock.pause(150).then(() => workIn(started, 1));
  burst();
  await clock.run(burstMs + 1500);
  const [began = 0] = await given;
  return began - 150;
}

test('while requests come singly all work begins at once', async () => {
  const started = start();
  come(started, 19)();
  expect(await workIn(started, 8)).toEqual(Array(8).fill(0));
});

test('in a burst work begins piece by piece', async () => {
  const started = start();
  come(started, 20)();
  const begun = workIn(started, 2);
  await started.clock.run(200);
  expect(await begun).toEqual([0, 100]);
});

test('in a burst with slow answers work waits until they are quick', async () => {
  expect(await workInSlowBurst(400)).toBeGreaterThan(200);
});

test('however long a burst lasts, work begins after a second', async () => {
  const waited = await workInSlowBurst(2_500);
  expect(waited).toBeGreaterThanOrEqual(1_000);
  expect(waited).toBeLessThanOrEqual(1_020);
});

test('work gives what it gave, and its failure is its own', async () => {
  const { inTurn } = answersFirst();
  expect(await inTurn(async (text: string) => text)('given')).toBe('given');
  await expect(inTurn(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
  expect(await inTurn(async () => 'after that')()).toBe('after that');
});
