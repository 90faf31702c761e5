import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { claimVhost, openVhostPool } from './vhost-pool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vhost-pool-'));
});
afterEach(() => rm(folder, { recursive: true }));

const administrator = { user: 'portal', password: 'a-password' };
/** Replacement of rabbitmqctl. */
const runs = (script: string) => ({ command: ['sh', '-c', script], prefix: [], env: {} });

test('each claim returns another vhost, also with more concurrent claims than one batch', async () => {
  const pool = await openVhostPool(runs('true'), administrator);
  const names = await Promise.all(Array.from({ length: 40 }, () => claimVhost(pool.folder)));
  expect(new Set(names.filter(Boolean)).size).toBe(40);
  await pool.stop();
});

test('permits no claims and leaves no file after the pool is stopped', async () => {
  const pool = await openVhostPool(runs('true'), administrator);
  await pool.stop();
  expect(await claimVhost(pool.folder)).toBeUndefined();
  await expect(access(pool.folder)).rejects.toThrow('ENOENT');
});

test('ends claims instead of waiting when no more can be created', async () => {
  const pool = await openVhostPool(runs(`mkdir '${join(folder, 'once')}'`), administrator);
  const names: string[] = [];
  for (let name = await claimVhost(pool.folder); name; name = await claimVhost(pool.folder)) names.push(name);
  expect(names.length).toBeGreaterThanOrEqual(6);
  await pool.stop();
});

test('reports an error when the first vhosts cannot be created', async () => {
  await expect(openVhostPool(runs('echo no node >&2; false'), administrator)).rejects.toThrow('no node');
});
