import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
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

/** Requests come in a burst for so long, each answered after that time. */
async function burst(requests: ReturnType<typeof answersFirst>, times: { ms: number; answerMs: number }) {
  const end = performance.now() + times.ms;
  while (performance.now() < end) {
    const answered = come(requests, 5);
    setTimeout(answered, times.answerMs);
    await pause(20);
  }
}

test('while requests come singly all work begins at once', async () => {
  const requests = answersFirst();
  come(requests, 19)();
  for (const began of await workIn(requests, 8)) expect(began).toBeLessThan(90);
});

test('in a burst work begins piece by piece', async () => {
  const requests = answersFirst();
  come(requests, 20)();
  const [first = 0, second = 0] = await workIn(requests, 2);
  expect(second - first).toBeGreaterThan(90);
});

test('in a burst with slow answers work waits until they are quick', async () => {
  const requests = answersFirst();
  const slow = burst(requests, { ms: 400, answerMs: 60 });
  await pause(150);
  const [began] = await workIn(requests, 1);
  expect(began).toBeGreaterThan(200);
  await slow;
});

test('however long a burst lasts, work begins after a second', async () => {
  const requests = answersFirst();
  const slow = burst(requests, { ms: 2_500, answerMs: 60 });
  await pause(150);
  const [began] = await workIn(requests, 1);
  expect(began).toBeGreaterThan(900);
  expect(began).toBeLessThan(2_000);
  await slow;
});

test('work gives what it gave, and its failure is its own', async () => {
  const { inTurn } = answersFirst();
  expect(await inTurn(async (text: string) => text)('given')).toBe('given');
  await expect(inTurn(() => Promise.reject(new Error('no')))()).rejects.toThrow('no');
  expect(await inTurn(async () => 'after that')()).toBe('after that');
});
