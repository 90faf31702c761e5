import { findOrInstallChromium, findOrInstallMongod, findOrInstallRabbit } from '@archaka/engines';
import { exitCodes, runCommandLine } from '@archaka/service-kit/command-line';
import { runInOwnNamespaces } from './cluster/own-namespaces.ts';
import { listMissing, readCapabilities } from './cluster/requirements.ts';
import { isInside } from './cluster/run-id.ts';
import { RunInterrupted, runWithCleanup } from './run-with-cleanup.ts';
import { commandLine, type Settings } from './settings.ts';
import { clusterStage, ownMachineStage } from './stages.ts';

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
    return exitCodes.interrupted;
  }
}

/** Fetches the engines first, since the namespaces have no external network. @returns the exit code */
async function enterNamespaces(): Promise<number> {
  const missing = await listMissing(await readCapabilities());
  if (missing.length > 0) {
    console.error(`npm run chaos -- --cluster cannot run here. ${missing.join(' ')}`);
    return exitCodes.failure;
  }
  await findOrInstallMongod();
  await findOrInstallRabbit();
  await findOrInstallChromium();
  return runInOwnNamespaces();
}

await runCommandLine(commandLine, async (settings) =>
  // Connections to stores that a fault has cut off would otherwise keep the process.
  process.exit(settings.cluster && !isInside() ? await enterNamespaces() : await runAndAssert(settings)),
);
