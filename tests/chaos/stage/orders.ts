import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Chance } from '../chance.ts';
import { signalTo } from '../faults/signal-to.ts';
import type { KillOrder } from '../preload/kill-order.ts';
import { PARTS, type PartName } from './parts.ts';

const PRELOAD = fileURLToPath(new URL('./part-preload.ts', import.meta.url));
const TEN_MINUTES_MS = 600_000;

/** What the parts of the portal are told beside what everybody may tell them. */
export interface Orders {
  /** For the environment of the portal. */
  readonly NODE_OPTIONS: string;
  /** Has the part killed where this says, counted from its next SIGUSR2. */
  killAt(part: PartName, order: KillOrder): Promise<void>;
  /** Has the process of the part live on. */
  callOff(part: PartName, pid: number): Promise<void>;
}

/** Makes the folder of orders, with clocks in it: one part is ten minutes ahead, one behind, at least. */
export async function giveOrders(folder: string, chance: Chance): Promise<Orders> {
  await mkdir(folder, { recursive: true });
  const give = (part: string, what: string, order: string) =>
    writeFile(join(folder, `${part}.${what}`), order);
  const [ahead, behind, ...others] = chance.shuffled(PARTS);
  const wrong = { [ahead as PartName]: TEN_MINUTES_MS, [behind as PartName]: -TEN_MINUTES_MS };
  for (const part of others) wrong[part] = chance.oneOf([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS]);
  for (const [part, ms] of Object.entries(wrong)) await give(part, 'clock', String(ms));

  const preload = pathToFileURL(PRELOAD);
  preload.searchParams.set('orders', folder);
  return {
    NODE_OPTIONS: `--import=${preload}`,
    killAt: (part, order) => give(part, 'kill', JSON.stringify(order)),
    async callOff(part, pid) {
      await rm(join(folder, `${part}.kill`), { force: true });
      signalTo(pid, 'SIGUSR2');
    },
  };
}
