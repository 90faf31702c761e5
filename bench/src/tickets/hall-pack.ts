import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stage } from '@archaka/test-kit';
import { hallPack } from '../../../svc-ticket/test/support/hall-pack.ts';
import { timed } from '../statistics.ts';
import type { Figure } from '../table.ts';

const AIM = 6;

interface Centre {
  readonly name: string;
  /** How many tickets it has. */
  readonly tickets: number;
}

/** What a ticket costs in the pack of its hall, all its lists and the start of the command included. */
export async function benchHallPack(
  stage: Stage,
  { name, tickets }: Centre,
  singleMs: number,
): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-hall-pack-'));
  try {
    const ms = await timed(async () => {
      const { code, err } = await hallPack(stage, ['--centre', name, '--out', join(folder, 'pack')]);
      if (code !== 0) throw new Error(`the pack could not be made: ${err.slice(-500)}`);
    });
    const each = ms / tickets;
    return {
      what: `a ticket in the pack of its hall, of ${tickets}`,
      measured: `${each.toFixed(1)} ms`,
      against: `printed alone: ${singleMs.toFixed(1)} ms`,
      ratio: `${(singleMs / each).toFixed(1)} times cheaper (aim ≥ ${AIM})`,
      reached: singleMs / each >= AIM,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
