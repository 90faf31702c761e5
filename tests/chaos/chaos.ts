import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { MongoClient } from 'mongodb';
import { chanceOf } from './chance.ts';
import { countAnswers } from './journeys/answers.ts';
import { sendOut } from './journeys/crowd.ts';
import { providerAt } from './journeys/provider.ts';
import { lanes } from './schedule/lanes.ts';
import { type Struck, strikeUntil } from './schedule/strike.ts';
import type { Settings } from './settings.ts';
import type { Stage } from './stage/stage.ts';
import type { Closing } from './stage/start-stage.ts';
import type { Evidence } from './verdict/finding.ts';
import { countOutboxes, readBooks } from './watch/books.ts';
import { watchChanges } from './watch/changes.ts';
import { readDeadLetters } from './watch/dead-letters.ts';
import { hear, listen } from './watch/heard.ts';
import { readLedger } from './watch/ledger.ts';
import { comeToRest } from './watch/rest.ts';
import { newStory, TOLD_BY } from './watch/story.ts';

const REST_MS = scaledTimeout(240_000);
const STORE_MS = scaledTimeout(5000);
const TOLD_EVERY = 100;

export type Tell = (line: string) => void;

const inWords = ({ lane, fault, at, until, struck }: Struck): string =>
  `${lane}: ${fault}, ${at} to ${until} ms${struck ? '' : ', did not strike'}`;

/** How much of the first round of faults is over in the slowest lane, 0 to 1. */
function firstRound(faults: readonly Struck[]): number {
  const happened = Map.groupBy(
    faults.filter(({ struck }) => struck),
    ({ lane }) => lane,
  );
  return Math.min(...lanes.map(({ name, faults }) => (happened.get(name)?.length ?? 0) / faults.length));
}

/** Lets the faults happen while the applicants are under way; resolves when all of both have ended. */
async function travelThroughFaults(
  stage: Stage,
  { seed, minutes, pause, ...crowd }: Settings,
  { tell, over }: { tell: Tell; over: AbortController },
) {
  const answers = countAnswers();
  const struck: Struck[] = [];
  const faults = strikeUntil(lanes, {
    stage,
    chance: (lane) => chanceOf(seed, `lane ${lane}`),
    pauseMs: pause * 1000,
    signal: over.signal,
    tell: (one) => {
      struck.push(one);
      tell(inWords(one));
    },
  });
  const { origin, simulator } = stage.portal;
  const world = { seed, origin, provider: providerAt(simulator), answers };
  const tooLate = AbortSignal.timeout(scaledTimeout(minutes * 60_000));
  const signal = AbortSignal.any([tooLate, over.signal]);
  const progress = () => firstRound(struck);
  const told = (count: number) => count % TOLD_EVERY === 0 && tell(`${count} applicants have arrived`);
  const travelling = sendOut({ ...crowd, signal, progress, arrived: told }, world);
  const [journeys] = await Promise.all([travelling.finally(() => over.abort()), faults]);
  return { answers, struck, journeys };
}

/**
 * Takes the portal on this stage apart while applicants apply and pay, lets it come to rest, and gathers
 * what is then to be judged.
 */
export async function runChaos(
  stage: Stage,
  settings: Settings,
  { tell, closing }: { tell: Tell; closing: Closing },
): Promise<Evidence> {
  const { broker, store, portal, recoveries } = stage;
  const client = await new MongoClient(store.url, { serverSelectionTimeoutMS: STORE_MS }).connect();
  closing.unshift(() => client.close());
  const { story, tell: add } = newStory();
  const watching = await watchChanges(client, TOLD_BY, add);
  closing.unshift(watching.stop);
  await listen(broker.url);

  const over = new AbortController();
  closing.unshift(async () => over.abort());
  const travelled = await travelThroughFaults(stage, settings, { tell, over });
  tell('All have arrived and all faults have ended: waiting for rest …');
  const rest = await comeToRest({ client, simulator: portal.simulator, story }, REST_MS);
  await watching.caughtUp();
  return {
    ...travelled,
    rest,
    story,
    planned: lanes.flatMap(({ faults }) => faults.map(({ name }) => name)),
    recoveries: recoveries.all,
    heard: await hear(broker.url),
    books: await readBooks(client),
    ledger: await readLedger(portal.simulator),
    outboxRows: await countOutboxes(client),
    deadLetters: await readDeadLetters(broker.url),
  };
}
