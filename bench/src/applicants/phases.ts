import { measureMs, measureRate } from '../statistics.ts';
import { watchIssued } from '../tickets/watch-issued.ts';
import { type CpuByComponent, type CpuUsage, measureCpu, subtractIdle } from './cpu-usage.ts';
import { type JourneyContext, journey, type Phase, type Walker } from './journey.ts';
import type { Traffic } from './traffic-meter.ts';

const CONCURRENCY = 8;

/** Usage of all applicants together in a phase. */
export interface PhaseCost {
  readonly phase: Phase;
  readonly traffic: Traffic;
  readonly cpu: CpuByComponent;
}

export const phases = Object.keys(journey) as Phase[];

/** Runs a phase for all applicants; returns tickets a second in the payment phase. */
export async function runPhase(
  context: JourneyContext,
  walkers: readonly Walker[],
  phase: Phase,
): Promise<number> {
  const issued = await watchIssued((await context.portal.running()).amqpUrl);
  const ms = await measureMs(async () => {
    await measureRate(walkers, CONCURRENCY, (walker) => journey[phase](walker, context));
    if (phase !== 'pay') return;
    await Promise.all(walkers.map(({ draft }) => issued.waitForIssuedAt(String(draft.application_id))));
  });
  await issued.close();
  return (walkers.length * 1000) / ms;
}

/** The cost of each phase in excess of the idle usage. */
export async function measurePhases(context: JourneyContext, walkers: readonly Walker[], idle: CpuUsage) {
  const costs: PhaseCost[] = [];
  let ticketsPerSecond = 0;
  for (const phase of phases) {
    context.meter.readAndReset();
    const usage = await measureCpu(context.portal, async () => {
      const perSecond = await runPhase(context, walkers, phase);
      if (phase === 'pay') ticketsPerSecond = perSecond;
    });
    costs.push({ phase, traffic: context.meter.readAndReset(), cpu: subtractIdle(usage, idle) });
  }
  return { costs, ticketsPerSecond };
}
