import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import { answersFirst } from './answers-first.ts';

/** So many requests come at once; what it gives ends them. */
function come({ answering }: ReturnType<typeof answersFirst>, many: number): () => void {
  const responses = Array.from({ length: many }, () => new EventEmitter());
  for (const response of responses) answering(response as unknown as Response);
  return () => {
    for (const response of responses) response.emit('close');
  };
}

/** Work in turn; when each piece of it began, in ms from now. */
function workIn({ inTurn }: ReturnType<typeof answersFirst>, pieces: number): Promise<number[]> {
  const start = performance.now();
  const work = inTurn(async () => performance.now() - start);
  return Promise.all(Array.from({ length: pieces }, work));
}

/** Requests come in a burst for so many ms, each answered after 60 ms. */
async function slowBurst(requests: ReturnType<typeof answersFirst>, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    setTimeout(come(requests, 5), 60);
    await pause(20);
  }
}

/** How many ms work waits that comes in the middle of such a burst. */
async function waitIn(burstMs: number): Promise<number> {
  const requests = answersFirst();
  const over = slowBurst(requests, burstMs);
  await pause(150);
  const [began = 0] = await workIn(requests, 1);
  await over;
  return began;
}

test('while requests come singly all work begins at once', async () => {
  const requests = answersFirst();
  come(requests, 19)();
  for (const began of await workIn(requests, 8)) expect(began).toBeLessThan(scaledTimeout(90));
});

test('in a burst work begins piece by piece', async () => {
  const requests = answersFirst();
  come(requests, 20)();
  const [first = 0, second = 0] = await workIn(requests, 2);
  expect(second - first).toBeGreaterThan(90);
});

test('in a burst with slow answers work waits until they are quick', async () => {
  expect(await waitIn(400)).toBeGreaterThan(200);
});

test('however long a burst lasts, work begins after a second', async () => {
  const waited = await waitIn(2_500);
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(scaledTimeout(2_000));
});

test('work gives what it gave, and its failure is its own', async () => {
  const { inTurn } = answersFirst();
  expect(await inTurn(async (text: string) => text)('given')).toBe('given');
  await expect(inTurn(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
  expect(await inTurn(async () => 'after that')()).toBe('after that');
});
