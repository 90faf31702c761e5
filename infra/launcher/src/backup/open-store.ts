import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstallMongod, startMongod } from '@archaka/engines';
import { takeDataFolder } from '../data-folder.ts';
import { openLog } from '../log-file.ts';
import { enginePorts } from '../ports.ts';
import { readWhatRuns } from '../run-file.ts';
import { Sentence } from '../sentence.ts';
import type { Settings } from '../settings.ts';

export interface OpenStore {
  mongoUrl: string;
  close: () => Promise<void>;
}

type Tell = (line: string) => void;

/**
 * The store to read from: given from outside, that of the portal that runs, or else the data folder's own,
 * started for as long as it is needed.
 * @throws Sentence when there is none
 */
export async function storeToRead(settings: Settings, tell: Tell): Promise<OpenStore> {
  const { dataDir, env } = settings;
  const given = env.MONGO_URL || readWhatRuns(dataDir)?.mongoUrl;
  if (given) return { mongoUrl: given, close: async () => {} };
  if (!existsSync(mongodFolder(dataDir))) {
    throw new Sentence(`The data folder ${dataDir} holds no portal: name its DATA_DIR, or give MONGO_URL.`);
  }
  return storeToWrite(settings, tell);
}

/**
 * The store of a portal that does not run, and that cannot be started until this is closed.
 * @throws Sentence when it runs
 */
export async function storeToWrite({ dataDir, env }: Settings, tell: Tell): Promise<OpenStore> {
  const lock = await takeDataFolder(dataDir, { fresh: false, tell });
  try {
    if (env.MONGO_URL) return { mongoUrl: env.MONGO_URL, close: async () => lock.release() };
    const mongod = await findOrInstallMongod({ env, tell });
    const { mongod: port } = await enginePorts(dataDir);
    const log = openLog(join(dataDir, 'logs/mongod.log'));
    const engine = await startMongod({ mongod, dataDir: mongodFolder(dataDir), port, log });
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

const mongodFolder = (dataDir: string) => join(dataDir, 'mongod');
