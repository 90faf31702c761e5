import { goToTicket } from '../applicants/go-to-ticket.ts';
import { createWalker, type JourneyContext } from '../applicants/journey.ts';
import { runOpenLoop } from '../open-loop.ts';

export interface Way {
  /** Since the first was due. */
  readonly dueAtMs: number;
  /** From when it was due to the ticket. */
  readonly ms: number;
  readonly failure?: string;
}

interface WaysOptions {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Applicants come at a fixed rate, however long earlier ones take, and go from the first visit to the ticket. */
export async function runWays(context: JourneyContext, { perSecond, seconds }: WaysOptions): Promise<Way[]> {
  const failures = new Map<number, string>();
  const indexes = Array.from({ length: Math.floor(perSecond * seconds) }, (_, index) => index);
  const times = await runOpenLoop(indexes, perSecond, (index) =>
    goToTicket(createWalker(context), context).catch((error: Error) => failures.set(index, error.message)),
  );
  return times.map((ms, index) => {
    const failure = failures.get(index);
    return { dueAtMs: (index * 1000) / perSecond, ms, ...(failure !== undefined && { failure }) };
  });
}
