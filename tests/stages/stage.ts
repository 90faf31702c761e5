import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A completed test, for the list of the slowest. */
export interface TimedTest {
  /** Relative to the repository's root. */
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
  /** Each failed test or suite with its message. */
  readonly failures?: readonly string[];
}

/** Prints text without adding a line break. */
export type Print = (text: string) => void;

/** The shared context of a run's stages. */
export interface Run {
  /** Folder of all files of the run. */
  readonly folder: string;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** The context of one stage. */
export interface StageRun extends Run {
  readonly print: Print;
}

export interface Stage {
  readonly name: string;
  /** Whether another such stage may run at the same time: neither fails when it runs slower. */
  readonly isParallel?: boolean;
  readonly run: (run: StageRun) => Promise<StageResult>;
}
