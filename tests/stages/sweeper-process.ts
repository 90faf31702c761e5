import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { observeRunProcesses, removeContainers } from './orphans.ts';
import type { SweeperCommand } from './sweeper.ts';

const folder = process.env.TEST_RUN_FOLDER;
if (!folder) throw new Error('TEST_RUN_FOLDER is missing.');

const processes = observeRunProcesses(folder);

const commands: Record<SweeperCommand, () => Promise<string[]>> = {
  observe: async () => {
    processes.observe();
    return [];
  },
  sweep: async () => [...(await processes.stopAll()), ...(await removeContainers(basename(folder)))],
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

process.on('message', async (command: SweeperCommand) => {
  const orphans = await commands[command]();
  if (process.connected) process.send?.(orphans);
});

process.on('disconnect', async () => {
  await commands.sweep();
  processes.close();
  await rm(folder, { recursive: true, force: true });
});
