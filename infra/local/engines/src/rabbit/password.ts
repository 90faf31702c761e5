import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const user = 'portal';

/** The broker's password: created once with its data, since RabbitMQ reads a default user at its first start only. */
export async function loadOrCreatePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'password');
  await writeFile(path, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(path, 'utf8');
}
