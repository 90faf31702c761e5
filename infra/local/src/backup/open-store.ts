import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallMongod, startMongod } from '@archaka/engines';
import { CommandError } from '@archaka/service-kit/command-line';
import { lockDataFolder } from '../data-folder.ts';
import { enginePorts } from '../engines.ts';
import { openLog } from '../logs.ts';
import { findActiveRun } from '../run-file.ts';
import type { Settings } from '../settings.ts';

export interface OpenStore {
  mongoUrl: string;
  close: () => Promise<void>;
}

type ProgressReporter = (line: string) => void;

/**
 * The store to read from: from the environment, that of the running portal, or else the data folder's own,
 * started until it is closed.
 * @throws CommandError when there is none
 */
export async function openStoreForRead(settings: Settings, report: ProgressReporter): Promise<OpenStore> {
  const { dataDir, env } = settings;
  const externalUrl = env.MONGO_URL || findActiveRun(dataDir)?.mongoUrl;
  if (externalUrl) return { mongoUrl: externalUrl, close: async () => {} };
  if (!existsSync(getMongodFolder(dataDir))) {
    throw new CommandError(`The data folder ${dataDir} has no portal: set DATA_DIR or MONGO_URL.`);
  }
  return openStoreForWrite(settings, report);
}

/**
 * The store of a stopped portal, which cannot be started until this is closed.
 * @throws CommandError when it runs
 */
export async function openStoreForWrite(
  { dataDir, env }: Settings,
  report: ProgressReporter,
): Promise<OpenStore> {
  const lock = await lockDataFolder(dataDir, { fresh: false, report });
  try {
    if (env.MONGO_URL) return { mongoUrl: env.MONGO_URL, close: async () => lock.release() };
    const mongod = await findOrInstallMongod({ env, report });
    const { mongod: port } = await enginePorts(dataDir);
    const log = openLog(join(dataDir, 'logs/mongod.log'));
    const engine = await startMongod({ mongod, dataDir: getMongodFolder(dataDir), port, log });
    const close = async () => {
      await engine.stop();
      lock.release();
    };
    return { mongoUrl: engine.url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const getMongodFolder = (dataDir: string) => join(dataDir, 'mongod');
