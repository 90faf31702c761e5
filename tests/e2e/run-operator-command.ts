import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BOOTSTRAP = fileURLToPath(new URL('../../infra/local/bootstrap.mjs', import.meta.url));

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs an operator's command for the portal of a data folder. */
export const runOperatorCommand = (dataDir: string, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    execFile(process.execPath, [BOOTSTRAP, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
