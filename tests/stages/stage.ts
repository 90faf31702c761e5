import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A test that ran, for the list of the slowest. */
export interface TimedTest {
  /** From the repository's root. */
  readonly file: string;
  readonly title: string;
  readonly seconds: number;
}

export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly tests?: readonly TimedTest[];
}

/** What all stages of a run share. */
export interface Run {
  /** For all that the run writes. */
  readonly folder: string;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

export interface Stage {
  readonly name: string;
  readonly run: (run: Run) => Promise<StageResult>;
}
