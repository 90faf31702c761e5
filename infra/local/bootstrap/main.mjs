import { delimiter, join } from 'node:path';
import { execProgram } from './exec.mjs';
import { bin, cache, installDependencies, installNode, root } from './install.mjs';

const operatorProgram = 'infra/local/src/operate.ts';
export const programs = {
  start: 'infra/local/src/start.ts',
  dev: 'infra/local/src/dev.ts',
  'new-slice': 'infra/local/new-slice/src/main.ts',
  test: 'tests/run.ts',
  bench: 'bench/src/run.ts',
  screens: 'tests/screens/capture.ts',
  seed: 'tests/seed/run.ts',
  'try-files': 'tests/try-files/run.ts',
  cosmos: 'infra/local/cosmos/run.ts',
  diagrams: 'tests/diagrams/draw.ts',
  configuration: 'tests/configuration/write.ts',
  contracts: 'packages/slice-tools/src/contracts.ts',
  fuzz: 'tests/fuzz/run.ts',
  mutation: 'tests/mutation/run.ts',
  alone: 'tests/isolated-build/run.ts',
  chaos: 'tests/chaos/run.ts',
  abuse: 'tests/abuse/run.ts',
  reconcile: [operatorProgram, 'svc-payment', 'reconcile'],
  refunds: [operatorProgram, 'svc-payment', 'refunds'],
  audit: 'infra/local/src/audit.ts',
  rotate: 'infra/local/src/rotate.ts',
  sessions: [operatorProgram, 'svc-auth', 'sessions'],
  operators: [operatorProgram, 'svc-auth', 'operators'],
  retention: ['infra/local/src/sweep.ts', 'retention'],
  indexes: ['infra/local/src/sweep.ts', 'indexes'],
  staff: [operatorProgram, 'svc-desk', 'staff'],
  trace: 'infra/local/src/trace.ts',
  doctor: 'infra/local/src/doctor.ts',
  backup: 'infra/local/src/backup.ts',
  restore: 'infra/local/src/restore.ts',
  'forget-erased': 'infra/local/src/forget-erased.ts',
  slice: 'infra/local/src/slice.ts',
};

/** Prepares the checkout, then executes the requested program, on the pinned Node. */
export async function main([command, ...args]) {
  const program = programs[command];
  if (program === undefined) fail(`Name one of: ${Object.keys(programs).join(', ')}.`);
  let node;
  try {
    await installDependencies();
    node = installNode();
  } catch (error) {
    fail(error.message);
  }
  // Node caches compiled code: processes start faster and need 25 MB less.
  process.env.NODE_COMPILE_CACHE ||= join(cache, 'node-compile');
  process.env.PATH = [bin, process.env.PATH].filter(Boolean).join(delimiter);
  const [file, ...leadingArgs] = [program].flat();
  // A launcher stays beside its portal; a larger young generation costs it 27 MB.
  const flags = ['--max-semi-space-size=2', '--disable-warning=ExperimentalWarning'];
  execProgram(node, [...flags, join(root, file), ...leadingArgs, ...args]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
