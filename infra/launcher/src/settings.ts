import { join, resolve } from 'node:path';
import { CommandError } from '@archaka/operators';

/** The checkout. */
export const root = join(import.meta.dirname, '../../..');

export interface Settings {
  /** The shell's port; the other components use ports relative to it. */
  port: number;
  dataDir: string;
  /** Start with an empty data folder. */
  fresh: boolean;
  /** The shell's public origin. */
  origin: string;
  /** The variables of the environment. */
  env: NodeJS.ProcessEnv;
}

/** @throws CommandError */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings {
  const unknown = args.find((arg) => arg !== '--fresh');
  if (unknown !== undefined)
    throw new CommandError(`npm start does not accept ${unknown}; its only option is --fresh.`);
  const port = Number(env.PORTAL_PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new CommandError('PORTAL_PORT must be a port number from 1 to 65000.');
  }
  return {
    port,
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    fresh: args.includes('--fresh'),
    origin: env.PORTAL_ORIGIN || `http://localhost:${port}`,
    env,
  };
}
