import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestEnvironment } from '@archaka/test-kit';
import { runHallPack } from '../../../svc-ticket/test/support/hall-pack.ts';
import { measureMs } from '../statistics.ts';
import type { Figure } from '../table.ts';

const MAX_RATIO = 6;

interface Centre {
  readonly name: string;
  /** Number of its tickets. */
  readonly tickets: number;
}

/** Measures the cost of a ticket in a hall pack, including all lists and the start of the command. */
export async function measureHallPack(
  environment: TestEnvironment,
  { name, tickets }: Centre,
  singleMs: number,
): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-hall-pack-'));
  try {
    const ms = await measureMs(async () => {
      const { code, err } = await runHallPack(environment, ['--centre', name, '--out', join(folder, 'pack')]);
      if (code !== 0) throw new Error(`making the pack failed: ${err.slice(-500)}`);
    });
    const msPerTicket = ms / tickets;
    return {
      name: `a ticket in the pack of its hall, of ${tickets}`,
      measured: `${msPerTicket.toFixed(1)} ms`,
      target: `printed alone: ${singleMs.toFixed(1)} ms`,
      ratio: `${(singleMs / msPerTicket).toFixed(1)} times cheaper (target ≥ ${MAX_RATIO})`,
      isReached: singleMs / msPerTicket >= MAX_RATIO,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
