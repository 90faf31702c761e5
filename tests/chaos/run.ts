import { findOrInstallChromium, findOrInstallMongod, findOrInstallRabbit } from '@archaka/engines';
import { runInOwnNamespaces } from './cluster/own-namespaces.ts';
import { listMissing, readCapabilities } from './cluster/requirements.ts';
import { isInside } from './cluster/run-id.ts';
import { RunInterrupted, runWithCleanup } from './run-with-cleanup.ts';
import { parseSettings, type Settings } from './settings.ts';
import { clusterStage, ownMachineStage } from './stages.ts';

const UNAVAILABLE = 2;
const INTERRUPTED = 130;

/** @returns the exit code */
async function runAndAssert(settings: Settings): Promise<number> {
  const running = settings.cluster
    ? runWithCleanup(settings, clusterStage, console.log)
    : runWithCleanup(settings, ownMachineStage, console.log);
  try {
    const { folder } = await running;
    return folder ? 1 : 0;
  } catch (error) {
    if (!(error instanceof RunInterrupted)) throw error;
    console.error(`Interrupted by ${error.message}: no assertion was checked.`);
    return INTERRUPTED;
  }
}

/** Fetches the engines first, since the namespaces have no external network. @returns the exit code */
async function enterNamespaces(): Promise<number> {
  const missing = await listMissing(await readCapabilities());
  if (missing.length > 0) {
    console.error(`npm run chaos -- --cluster cannot run here. ${missing.join(' ')}`);
    return UNAVAILABLE;
  }
  await findOrInstallMongod();
  await findOrInstallRabbit();
  await findOrInstallChromium();
  return runInOwnNamespaces();
}

const settings = parseSettings(process.argv.slice(2));
process.exit(settings.cluster && !isInside() ? await enterNamespaces() : await runAndAssert(settings));
