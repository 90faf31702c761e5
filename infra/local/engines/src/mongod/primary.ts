import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from 'mongodb';
import type { Member } from './member.ts';
import { CHECK_TIMEOUT_MS, runAdminCommand } from './run-admin-command.ts';

const electionTimeoutMs = 60_000;

/** @param except is not polled, since a paused member does not respond */
const sendHello = (members: readonly Member[], except?: Member): Promise<(Document | undefined)[]> =>
  Promise.all(
    members.map(async (member) =>
      member === except
        ? undefined
        : runAdminCommand(member.address, { hello: 1 }, CHECK_TIMEOUT_MS).catch(() => undefined),
    ),
  );

/** An isolated member may still report itself as primary: the latest election counts. */
function findPrimary(responses: readonly (Document | undefined)[]): number {
  const elections = responses.map((hello) => (hello?.isWritablePrimary ? String(hello.electionId) : ''));
  const latest = elections.toSorted().at(-1);
  return latest ? elections.indexOf(latest) : -1;
}

/** @returns the primary's index among the members @throws Error after 60 s without one */
export function waitForPrimary(members: readonly Member[], except?: Member): Promise<number> {
  return waitFor('had no primary', async () => {
    const index = findPrimary(await sendHello(members, except));
    return index < 0 ? undefined : index;
  });
}

/** Waits until one is primary and the others are secondaries. @throws Error after 60 s */
export async function waitUntilHealthy(members: readonly Member[]): Promise<void> {
  await waitFor('was incomplete', async () => {
    const responses = await sendHello(members);
    const allServing = responses.every((hello) => hello?.isWritablePrimary || hello?.secondary);
    return (allServing && findPrimary(responses) >= 0) || undefined;
  });
}

async function waitFor<T>(failure: string, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + electionTimeoutMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`the replica set ${failure} in time`);
    await wait(100);
  }
}
