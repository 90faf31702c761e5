import type { Stage, StageResult } from './stage.ts';

/** Stages that run at the same time: while suites of one wait for their programs, the other uses the processor. */
const CONCURRENT_STAGES = 2;

/** Groups stages in their order: those that may share the machine together, each other one alone. */
export function groupStages(stages: readonly Stage[]): Stage[][] {
  const batches: Stage[][] = [];
  for (const stage of stages) {
    const batch = batches.at(-1);
    if (batch && !stage.runsAlone && !batch[0]?.runsAlone) batch.push(stage);
    else batches.push([stage]);
  }
  return batches;
}

/**
 * Runs the stages of a batch, two at a time, in their order; begins none after the signal.
 * @returns their results, in the order in which they end
 */
export async function runBatch(
  batch: readonly Stage[],
  signal: AbortSignal,
  runStage: (stage: Stage) => Promise<StageResult>,
): Promise<StageResult[]> {
  const waiting = batch.values();
  const results: StageResult[] = [];
  const runInTurn = async () => {
    for (const stage of waiting) if (!signal.aborted) results.push(await runStage(stage));
  };
  await Promise.all(Array.from({ length: CONCURRENT_STAGES }, runInTurn));
  return results;
}
