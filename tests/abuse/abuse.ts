import { setTimeout as pause } from 'node:timers/promises';
import { type ApplicantSession, eventually, newcomer, type Portal, startPortal } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { observeComponents } from './components.ts';
import { findDoors } from './doors.ts';
import { ordinaryCalls, type Probed, probeDuring } from './probe.ts';
import { isFault, type Strike, strikesAt, uploads } from './sending.ts';
import { openSlowly } from './slow.ts';

export interface AbuseOptions {
  /** Some attacks at each door in place of all. */
  readonly isShort: boolean;
  readonly report: (line: string) => void;
}

/** What the portal did wrong; each list is empty when it withstood. */
export interface Verdict {
  readonly slowed: readonly string[];
  readonly failed: readonly string[];
  readonly faults: readonly string[];
  readonly ended: readonly string[];
  readonly heldOpen: readonly string[];
  readonly stillLarge: readonly string[];
}

const SESSIONS = 8;
const CONCURRENCY = 3;
const QUIET_MS = 3000;
/** What an ordinary call may take longer than without an attack. */
const MAX_DELAY_MS = scaledTimeout(250);
const SLOW_CLOSED_MS = 60_000;

/** Sends all strikes, a few at a time; gives those that were answered as nothing may be. */
async function sendAll(strikes: readonly Strike[], began: (name: string) => void): Promise<string[]> {
  const faults: string[] = [];
  const queue = [...strikes];
  const work = async () => {
    for (let strike = queue.shift(); strike; strike = queue.shift()) {
      began(strike.name);
      const outcome = await strike.send();
      if (isFault(outcome)) faults.push(`${strike.name}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return faults;
}

const slowedBy = (quiet: Probed, attacked: Probed): string[] =>
  attacked.slowestMs > quiet.slowestMs + MAX_DELAY_MS
    ? [`${Math.round(attacked.slowestMs)} ms, ${Math.round(quiet.slowestMs)} ms before: ${attacked.slowest}`]
    : [];

async function judge(portal: Portal, { isShort, report }: AbuseOptions): Promise<Verdict> {
  const doors = await findDoors(portal);
  const newcomers = Array.from({ length: SESSIONS + 1 }, () => newcomer(portal.origin));
  const [probing, ...sessions] = (await Promise.all(newcomers)) as [ApplicantSession, ...ApplicantSession[]];
  const ordinary = await ordinaryCalls(portal, probing);
  const files = await uploads(portal, sessions[0] as ApplicantSession);
  const strikes = [...strikesAt(doors, { sessions, isShort }), ...files];
  const quiet = await probeDuring(ordinary, { work: () => pause(QUIET_MS), doing: () => 'quiet' });
  report(
    `${doors.length} doors, ${strikes.length} attacks; quiet: ${Math.round(quiet.slowestMs)} ms at most`,
  );

  const components = await observeComponents(portal);
  const slow = openSlowly(doors.filter(({ method }) => method === 'POST'));
  let doing = '';
  let faults: string[] = [];
  const attacked = await probeDuring(ordinary, {
    doing: () => doing,
    work: async () => {
      faults = await sendAll(strikes, (name) => {
        doing = name;
      });
    },
  });
  report(
    `${attacked.calls} ordinary calls, ${Math.round(attacked.slowestMs)} ms at most: ${attacked.slowest}`,
  );
  const closed = eventually(() => slow.open() === 0, { timeoutMs: SLOW_CLOSED_MS });
  const heldOpen = await closed.then(
    () => [],
    () => [`${slow.open()} slow connections`],
  );
  slow.close();
  return {
    slowed: slowedBy(quiet, attacked),
    failed: attacked.failures,
    faults,
    ended: await components.ended(),
    heldOpen,
    stillLarge: await components.stillLarge(),
  };
}

/** Starts a portal, attacks every door of it while ordinary calls go on, and says what it did not withstand. */
export async function abuse(options: AbuseOptions): Promise<Verdict> {
  const portal = await startPortal();
  try {
    return await judge(portal, options);
  } finally {
    await portal.stop();
  }
}
