import { parseArgs } from 'node:util';

export interface Settings {
  /** Minimum number; further applicants start until every fault has taken effect. */
  readonly applicants: number;
  /** The seed of all random choices. */
  readonly seed: number;
  /** Period in which applicants start, on the reference machine. */
  readonly minutes: number;
  /** Maximum of concurrent applicants. */
  readonly concurrency: number;
  /** The longest pause between two faults of a group, in seconds. */
  readonly pauseSeconds: number;
  /** True: faults stop once each has taken effect. False: they repeat in rounds while applicants are active. */
  readonly oneRound: boolean;
  /** Runs on a cluster in the run's own namespaces. */
  readonly cluster: boolean;
}

const USAGE =
  'Usage: npm run chaos -- [--cluster] [--applicants 2000] [--seed N] [--minutes 120] [--at-once 60] [--pause 1]';
const text = { type: 'string' } as const;

/** @throws Error with the usage unless all numbers are positive integers */
export function parseSettings(args: string[]): Settings {
  const options = { applicants: text, seed: text, minutes: text, 'at-once': text, pause: text };
  const flags = { cluster: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args, options: { ...options, ...flags } });
  const settings = {
    applicants: Number(values.applicants ?? 2000),
    seed: Number(values.seed ?? 1 + (Date.now() % 1_000_000)),
    minutes: Number(values.minutes ?? 120),
    concurrency: Number(values['at-once'] ?? 60),
    pauseSeconds: Number(values.pause ?? 1),
  };
  if (!Object.values(settings).every((value) => Number.isInteger(value) && value > 0)) throw new Error(USAGE);
  return { ...settings, oneRound: false, cluster: values.cluster };
}
