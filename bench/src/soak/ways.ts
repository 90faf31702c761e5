import { goToTicket } from '../applicants/go-to-ticket.ts';
import { createWalker, type JourneyContext } from '../applicants/journey.ts';
import { runOpenLoop } from '../open-loop.ts';

export interface Way {
  /** Since the due time of the first. */
  readonly dueAtMs: number;
  /** From its due time to the ticket. */
  readonly ms: number;
  readonly failure?: string;
}

interface WaysOptions {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Runs applicants from the first visit to the ticket at a fixed rate, independent of earlier ones. */
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
