import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OperatorOptions } from '@archaka/service-kit/operators';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createOperatorVariables, createReasonArguments } from './operators/service-command.ts';
import { root, type Settings } from './settings.ts';

interface ServiceCommand {
  readonly name: string;
  readonly given: OperatorOptions;
  readonly args: readonly string[];
  readonly settings: Settings;
  /** Receives the lines of stdout instead of the terminal. */
  readonly onLine?: (line: string) => void;
}

/** Runs the command of each service in order, as one operator. @returns the highest exit code */
export async function runServiceCommands(
  services: readonly string[],
  { name, given, args, settings, onLine }: ServiceCommand,
): Promise<number> {
  const environments = services.map((service) => createOperatorEnvironment(service, settings));
  const why = await createReasonArguments(given);
  const operator = await createOperatorVariables(given, settings);
  let worst = 0;
  for (const [index, service] of services.entries()) {
    const program = join(root, service, 'src/commands', `${name}.ts`);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, ...args, ...why],
      {
        env: { ...process.env, ...environments[index], ...operator },
        stdio: ['ignore', onLine ? 'pipe' : 'inherit', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    if (child.stdout && onLine)
      for await (const line of createInterface({ input: child.stdout })) onLine(line);
    const [code] = await exited;
    worst = Math.max(worst, code ?? 1);
  }
  return worst;
}
