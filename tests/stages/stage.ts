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

/** Prints text as it is, without a line's end of its own. */
export type Print = (text: string) => void;

/** What all stages of a run share. */
export interface Run {
  /** For all that the run writes. */
  readonly folder: string;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** What a stage of a run prints with. */
export interface StageRun extends Run {
  readonly print: Print;
}

export interface Stage {
  readonly name: string;
  /** Whether it leaves a core idle and measures no time, so that another such stage may run beside it. */
  readonly isLight?: boolean;
  readonly run: (run: StageRun) => Promise<StageResult>;
}
