import { setTimeout as pause } from 'node:timers/promises';
import type { ApplicantSession } from '@archaka/test-kit';

interface Status {
  readonly admitted: boolean;
  readonly ahead?: number;
  readonly poll_seconds?: number;
}

/** How a visitor of the flood fared. */
export type VisitOutcome = 'opened' | 'admitted later' | 'waiting at the end' | 'not explained';

const readStatus = async (session: ApplicantSession): Promise<Status> =>
  (await (await session.fetch('/waiting-room')).json()) as Status;

/** How many are ahead; undefined for who is inside or gets no answer. */
export const readPlace = async (session: ApplicantSession): Promise<number | undefined> =>
  (await readStatus(session).catch(() => undefined))?.ahead;

/** Asks as the page does, until admitted or the signal. A gateway that is away is asked again. */
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

/** Opens the home page as a browser does, and waits where it must. */
export async function enterPortal(session: ApplicantSession, signal: AbortSignal): Promise<VisitOutcome> {
  const response = await session.fetch('/').catch(() => undefined);
  // A browser without an answer is loaded again by hand.
  if (!response)
    return signal.aborted ? 'waiting at the end' : pause(1000).then(() => enterPortal(session, signal));
  if (response.status === 200) return 'opened';
  if (response.status !== 503 || !isExplained(await response.text())) return 'not explained';
  return (await waitForTurn(session, signal)) ? 'admitted later' : 'waiting at the end';
}
