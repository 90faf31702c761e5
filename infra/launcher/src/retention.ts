import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runOperatorCommand } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { root, type Settings } from './settings.ts';

/** svc-ticket's copies go after their originals. */
const SERVICES = ['svc-payment', 'svc-application', 'svc-ticket'];

/** Runs the command of each service; the exit code is the highest of theirs. */
await runOperatorCommand('retention', async (args, settings) => {
  const codes: number[] = [];
  for (const service of SERVICES) codes.push(await runServiceCommand(service, args, settings));
  return Math.max(...codes);
});

async function runServiceCommand(
  service: string,
  args: readonly string[],
  settings: Settings,
): Promise<number> {
  const program = join(root, service, 'src/commands/retention.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, ...createOperatorEnvironment(service, settings) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
