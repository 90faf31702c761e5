import { parseArgs } from 'node:util';

export interface Settings {
  /** So many at least: more come while not every fault has struck. */
  readonly applicants: number;
  /** Settles everything that is left to chance. */
  readonly seed: number;
  /** After so long, on the reference machine, nobody sets out any more. */
  readonly minutes: number;
  /** Most applicants under way at the same time. */
  readonly concurrency: number;
  /** The longest pause between two faults of a lane, in seconds. */
  readonly pauseSeconds: number;
  /** Faults end once each has struck; else they come in further rounds while applicants are under way. */
  readonly oneRound: boolean;
  /** On machines of the run's own instead of this one. */
  readonly cluster: boolean;
}

const USAGE =
  'Say: npm run chaos -- [--cluster] [--applicants 2000] [--seed N] [--minutes 120] [--at-once 60] [--pause 1]';
const text = { type: 'string' } as const;

/** @throws Error with the usage when something else is given than whole numbers above nothing */
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
