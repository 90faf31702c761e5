import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from 'mongodb';
import { ask, CHECK_TIMEOUT_MS } from './ask.ts';
import type { Member } from './member.ts';

const patienceMs = 60_000;

const greet = (members: readonly Member[]): Promise<(Document | undefined)[]> =>
  Promise.all(members.map(({ port }) => ask(port, { hello: 1 }, CHECK_TIMEOUT_MS).catch(() => undefined)));

/** One that is cut off may still think that it is primary: the latest election counts. */
function findPrimary(greetings: readonly (Document | undefined)[]): number {
  const elections = greetings.map((hello) => (hello?.isWritablePrimary ? String(hello.electionId) : ''));
  const latest = elections.toSorted().at(-1);
  return latest ? elections.indexOf(latest) : -1;
}

/** @returns the primary's place among the members @throws Error after 60 s without one */
export function untilPrimary(members: readonly Member[]): Promise<number> {
  return until('had no primary', async () => {
    const place = findPrimary(await greet(members));
    return place < 0 ? undefined : place;
  });
}

/** Waits until one is primary and the others are secondaries. @throws Error after 60 s */
export async function untilWhole(members: readonly Member[]): Promise<void> {
  await until('was not whole', async () => {
    const greetings = await greet(members);
    const serve = greetings.every((hello) => hello?.isWritablePrimary || hello?.secondary);
    return (serve && findPrimary(greetings) >= 0) || undefined;
  });
}

async function until<T>(lack: string, find: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`the replica set ${lack} in time`);
    await wait(100);
  }
}
