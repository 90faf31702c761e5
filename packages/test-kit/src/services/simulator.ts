import { folderOf, mainIn } from './part-folder.ts';
import { type RunningProcess, startProcess } from './process.ts';
import type { Stage } from './stage.ts';
import { simulatorVariables } from './variables.ts';

/** Starts the Razorpay simulator at the address where svc-payment on this stage looks for the provider. */
export async function startSimulator(
  stage: Stage,
  env: Record<string, string> = {},
): Promise<RunningProcess> {
  const running = await startProcess({
    name: 'razorpay-sim',
    main: mainIn(folderOf('razorpay-sim')),
    url: stage.urls.razorpay,
    env: { ...simulatorVariables(stage), ...env },
    clock: stage.clock,
  });
  return stage.add(running);
}
