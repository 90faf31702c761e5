import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds of the usual minutes, or of as many as TEST_MINUTES gives to a run that is asked to be long. */
export const minutes = (usual: number): number => Number(process.env.TEST_MINUTES ?? usual) * 60_000;

export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** What to know beside the numbers, e.g. that it ran out of time. */
  readonly note?: string | undefined;
}

export interface Stage {
  readonly name: string;
  /** Takes at most `mostMs`, or its own limit when that is less. */
  readonly run: (mostMs: number) => Promise<StageResult>;
}
