import { percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import type { Interval } from './changes.ts';
import type { Way } from './ways.ts';

const MAX_P99_RATIO = 1.1;
/** Additional wait of a request during a service's downtime. */
const AFTER_DOWNTIME_MS = 15_000;

const overlaps = ({ dueAtMs, ms }: Way, { fromMs, toMs }: Interval): boolean =>
  dueAtMs < toMs && dueAtMs + ms > fromMs;

function createFailureFigure(ways: readonly Way[], undisturbed: readonly Way[]): Figure {
  const failures = undisturbed.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
  for (const failure of failures.slice(0, 10)) console.log(`a journey failed: ${failure}`);
  const disturbed = ways.length - undisturbed.length;
  return {
    name: 'failed journeys',
    measured: `${failures.length} of ${undisturbed.length}; ${disturbed} others met a service that was down, of which ${ways.filter(({ failure }) => failure).length - failures.length} failed`,
    isReached: failures.length === 0,
  };
}

/** Compares the first with the last sixth of the time. */
function createTimeFigure(ways: readonly Way[], seconds: number): Figure {
  const sixthMs = (seconds * 1000) / 6;
  const findP99 = (sixth: number) => {
    const inSixth = ({ dueAtMs, failure }: Way) =>
      failure === undefined && Math.floor(dueAtMs / sixthMs) === sixth;
    return percentile(
      ways.filter(inSixth).map(({ ms }) => ms),
      0.99,
    );
  };
  const [first, last] = [findP99(0), findP99(5)];
  return {
    name: 'a journey in the last sixth of the time, p99',
    measured: `${(last / 1000).toFixed(2)} s`,
    target: `${(first / 1000).toFixed(2)} s in the first`,
    ratio: (last / first).toFixed(2),
    isReached: last <= MAX_P99_RATIO * first,
  };
}

interface Disturbances {
  readonly downtimes: readonly Interval[];
  readonly readings: readonly Interval[];
}

/** Without the flows that met a service that was down; the times also without those that met a reading of memory. */
export function createWayFigures(
  ways: readonly Way[],
  { downtimes, readings }: Disturbances,
  seconds: number,
): Figure[] {
  const waits = downtimes.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + AFTER_DOWNTIME_MS }));
  const undisturbed = ways.filter((way) => !waits.some((wait) => overlaps(way, wait)));
  const timed = undisturbed.filter((way) => !readings.some((reading) => overlaps(way, reading)));
  return [createFailureFigure(ways, undisturbed), createTimeFigure(timed, seconds)];
}
