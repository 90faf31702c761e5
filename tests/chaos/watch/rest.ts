import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { workInHand } from './books.ts';
import { readLedger } from './ledger.ts';
import type { Story } from './story.ts';
import { placesOf } from './takers.ts';

const ASK_EVERY_MS = 1000;
/** Work may be in hand where nobody sees it, so calm has to last. */
const CALM_TIMES = 3;

/** What still waits to be done, each kind with its count; empty at rest. */
async function unrest({ client, simulator, story }: Watched): Promise<string[]> {
  const unconsumed = placesOf(story.written).filter((place) => !story.effects.has(place));
  const { deliveries } = await readLedger(simulator);
  const counts = {
    ...(await workInHand(client)),
    'events without effect': unconsumed.length,
    'webhooks on their way': deliveries.filter(({ state }) => state === 'pending').length,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}

interface Watched {
  readonly client: MongoClient;
  readonly simulator: string;
  readonly story: Story;
}

/** Waits until nothing is left to do; gives how long that took, or what was still left after `withinMs`. */
export async function comeToRest(
  watched: Watched,
  withinMs: number,
): Promise<{ ms: number; left: string[] }> {
  const began = performance.now();
  let left: string[] = [];
  for (let calm = 0; calm < CALM_TIMES; ) {
    left = await unrest(watched).catch((error: Error) => [error.message]);
    calm = left.length === 0 ? calm + 1 : 0;
    if (performance.now() - began > withinMs) break;
    await pause(ASK_EVERY_MS);
  }
  return { ms: Math.round(performance.now() - began), left };
}
