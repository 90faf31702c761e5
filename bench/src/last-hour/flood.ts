import type { ApplicantSession } from '@archaka/test-kit';
import { createWalker, type JourneyContext, journey, type Walker } from '../applicants/journey.ts';
import { runOpenLoop } from '../open-loop.ts';
import { type Arrival, arrive } from './waiting.ts';

export interface Flood {
  readonly visitors: number;
  readonly arrivals: Readonly<Record<Arrival, number>>;
  /** Admitted, and signed in with a draft saved. */
  readonly drafted: readonly Walker[];
  /** Steps of admitted visitors that failed, by reason. */
  readonly failures: readonly string[];
}

interface FloodOptions {
  readonly context: JourneyContext;
  readonly perSecond: number;
  readonly seconds: number;
  /** Visitors in the order of their arrival, as they come. */
  readonly onArrival: (session: ApplicantSession) => void;
}

/** Visitors come at a fixed rate, however long earlier ones wait. The admitted ones sign up and fill the form. */
export async function runFlood({ context, perSecond, seconds, onArrival }: FloodOptions): Promise<Flood> {
  const arrivals = { opened: 0, 'admitted later': 0, 'waiting at the end': 0, 'not explained': 0 };
  const drafted: Walker[] = [];
  const failures: string[] = [];
  const end = AbortSignal.timeout(seconds * 1000);

  async function visit(): Promise<void> {
    const walker = createWalker(context);
    onArrival(walker.session);
    const arrival = await arrive(walker.session, end);
    arrivals[arrival] += 1;
    if (arrival !== 'opened' && arrival !== 'admitted later') return;
    try {
      await journey.join(walker);
      await journey.fill(walker, context);
      drafted.push(walker);
    } catch (error) {
      failures.push((error as Error).message);
    }
  }

  const visitors = perSecond * seconds;
  await runOpenLoop(Array.from({ length: visitors }), perSecond, visit);
  return { visitors, arrivals, drafted, failures };
}
