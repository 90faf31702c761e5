import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createOperatorEnvironment } from './operator-environment.ts';
import { root, type Settings } from './settings.ts';

interface ServiceCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly settings: Settings;
}

/** Runs the command of each service after the other. Returns the highest exit code. */
export async function runServiceCommands(
  services: readonly string[],
  { name, args, settings }: ServiceCommand,
): Promise<number> {
  let worst = 0;
  for (const service of services) {
    const program = join(root, service, 'src/commands', `${name}.ts`);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
      env: { ...process.env, ...createOperatorEnvironment(service, settings) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    worst = Math.max(worst, code ?? 1);
  }
  return worst;
}
