import type { ApplicantSession } from '@archaka/test-kit';
import { createWalker, type JourneyContext, journey, type Walker } from '../applicants/journey.ts';
import { runOpenLoop } from '../open-loop.ts';
import { enterPortal, type VisitOutcome } from './waiting.ts';

export interface Flood {
  readonly visitors: number;
  readonly outcomes: Readonly<Record<VisitOutcome, number>>;
  /** Admitted, and signed in with a draft saved. */
  readonly drafted: readonly Walker[];
  /** Steps of admitted visitors that failed, by reason. */
  readonly failures: readonly string[];
}

interface FloodOptions {
  readonly context: JourneyContext;
  readonly perSecond: number;
  readonly seconds: number;
  /** Called for each visitor, in order of arrival. */
  readonly onVisitor: (session: ApplicantSession) => void;
}

/** Visitors arrive at a fixed rate, independent of waiting ones. The admitted ones sign up and fill in the form. */
export async function runFlood({ context, perSecond, seconds, onVisitor }: FloodOptions): Promise<Flood> {
  const outcomes = { opened: 0, 'admitted later': 0, 'waiting at the end': 0, unexplained: 0 };
  const drafted: Walker[] = [];
  const failures: string[] = [];
  const end = AbortSignal.timeout(seconds * 1000);

  async function visit(): Promise<void> {
    const walker = createWalker(context);
    onVisitor(walker.session);
    const outcome = await enterPortal(walker.session, end);
    outcomes[outcome] += 1;
    if (outcome !== 'opened' && outcome !== 'admitted later') return;
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
  return { visitors, outcomes, drafted, failures };
}
