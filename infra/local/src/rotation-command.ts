import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findLastRun } from './run-file.ts';
import { root, type Settings } from './settings.ts';

/** The output of a service's command. */
export interface NextValue {
  readonly variable: string;
  readonly value: string;
  readonly todo: string;
}

interface RotationRun {
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly settings: Settings;
}

interface RotationResult {
  readonly code: number;
  /** Only in the portal of a data folder; elsewhere the command prints it. */
  readonly next?: NextValue;
}

/** Runs a step of a service's own command. */
export async function runRotationCommand(
  owner: string,
  { args, variables, settings: { dataDir, env } }: RotationRun,
): Promise<RotationResult> {
  const isLocal = findLastRun(dataDir)?.mongoUrl !== undefined && !env.MONGO_URL;
  const program = join(root, owner, 'src/commands/rotate.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit', ...(isLocal ? (['ipc'] as const) : [])],
  });
  let next: NextValue | undefined;
  child.on('message', (message) => {
    next = message as NextValue;
  });
  const [code] = await once(child, 'exit');
  return { code: code ?? 1, ...(next && { next }) };
}
