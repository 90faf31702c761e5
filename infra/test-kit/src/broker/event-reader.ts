import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Envelope } from '@archaka/contracts';
import { createEventSealing } from '@archaka/service-kit/event-sealing';

/** Reads events of the portal of a data folder, sealed ones too. */
export async function createEventReader(dataDir: string): Promise<(body: Buffer) => Envelope> {
  const { EVENT_DATA_KEYS: key } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const sealing = createEventSealing({ ring: [{ kid: '1', key }] });
  return (body) => sealing.openData(JSON.parse(body.toString()));
}
