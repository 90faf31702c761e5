import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';

interface Status {
  readonly admitted: boolean;
  readonly ahead?: number;
  readonly poll_seconds?: number;
}

/** Outcome of a visitor of the flood. */
export type VisitOutcome = 'opened' | 'admitted later' | 'waiting at the end' | 'unexplained';

const readStatus = async (session: ApplicantSession): Promise<Status> =>
  (await (await session.fetch('/waiting-room')).json()) as Status;

/** Number of visitors ahead; undefined for an admitted visitor or without a response. */
export const readPlace = async (session: ApplicantSession): Promise<number | undefined> =>
  (await readStatus(session).catch(() => undefined))?.ahead;

/** Polls like the page, until admission or the signal; retries while the gateway is down. */
async function waitForTurn(session: ApplicantSession, signal: AbortSignal): Promise<boolean> {
  let pollSeconds = 5;
  while (!signal.aborted) {
    await pause(pollSeconds * 1000, undefined, { signal }).catch(() => undefined);
    const status = await readStatus(session).catch(() => undefined);
    if (status?.admitted) return true;
    pollSeconds = status?.poll_seconds ?? pollSeconds;
  }
  return false;
}

const isExplained = (page: string): boolean =>
  page.includes('id="place"') && page.includes('data-poll-seconds');

/** Opens the home page like a browser, and waits in line if necessary. */
export async function enterPortal(session: ApplicantSession, signal: AbortSignal): Promise<VisitOutcome> {
  const response = await session.fetch('/').catch(() => undefined);
  // After no response the visitor reloads the page.
  if (!response)
    return signal.aborted ? 'waiting at the end' : pause(1000).then(() => enterPortal(session, signal));
  if (response.status === 200) return 'opened';
  if (response.status !== 503 || !isExplained(await response.text())) return 'unexplained';
  return (await waitForTurn(session, signal)) ? 'admitted later' : 'waiting at the end';
}
