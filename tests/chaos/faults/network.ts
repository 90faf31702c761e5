import type { FaultyProxy } from '@archaka/engines';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Chance } from '../chance.ts';
import { SERVICES } from '../stage/parts.ts';
import { partOf, type Stage } from '../stage/stage.ts';
import { isReady, untilSo } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';

const READY_MS = scaledTimeout(60_000);
const LASTS_MS = { least: 1000, most: 4000 };

const ways = {
  cut: (line) => line.cut(),
  slow: (line, chance) => line.slow({ ms: chance.between(50, 300), jitter: 50 }),
  'black-hole': (line) => line.blackHole(),
} satisfies Record<string, (line: FaultyProxy, chance: Chance) => Promise<void>>;

type Way = keyof typeof ways;
type Line = keyof Stage['lines'];

/** All services are ready again; what was killed meanwhile is started by then too. */
const untilAllReady = (stage: Stage) =>
  Promise.all(
    SERVICES.map((name) => untilSo(async () => isReady((await partOf(stage, name)).port), READY_MS)),
  );

/** While it lasts, the portal can do without Razorpay, but not without its store and broker. */
const isNeeded = (line: Line): boolean => line !== 'Razorpay';

const spoil = (way: Way, line: Line): Fault => ({
  name: `${way} the network to ${line}`,
  lastsMs: LASTS_MS,
  async strike(stage, chance) {
    const over = isNeeded(line) ? stage.disturbances.begin() : () => undefined;
    for (const proxy of stage.lines[line]) await ways[way](proxy, chance);
    return async () => {
      for (const proxy of stage.lines[line]) await proxy.restore();
      if (isNeeded(line)) await untilAllReady(stage);
      over();
      return true;
    };
  },
});

/** Every way to spoil a line. */
export const spoiling = (line: Line): readonly Fault[] =>
  (Object.keys(ways) as Way[]).map((way) => spoil(way, line));
