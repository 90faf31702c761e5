import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder that the calling suite has until its end. */
export async function openTempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-ticket-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
