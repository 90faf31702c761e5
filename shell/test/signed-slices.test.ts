import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  changeRegistry,
  createSliceKey,
  deploy,
  openStore,
  publish,
  type SliceSigningKey,
  toPublicSliceKey,
} from '@archaka/slice-store';
import { eventually, writeSliceDist } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type RunningShell, startShell } from './support/running-shell.ts';

const teamKey = createSliceKey(['mf-signed', 'mf-unsigned', 'mf-forged']);

let shell: RunningShell;
beforeAll(async () => {
  const SLICE_JWKS = JSON.stringify({ keys: [toPublicSliceKey(teamKey)] });
  shell = await startShell({ env: { SLICE_JWKS } });
});
afterAll(() => shell?.close());

/**
 * Publishes a build and registers it directly, as an attacker with write access to the store; returns its
 * version.
 */
async function deployBuild(slice: string, key?: SliceSigningKey): Promise<string> {
  const store = await openStore(shell.store);
  const dist = await writeSliceDist(await mkdtemp(path.join(tmpdir(), 'built-')), {
    name: slice,
    code: slice,
  });
  const version = await publish({ store, name: slice, dist, key });
  const check = async () => undefined;
  await changeRegistry({ store, slice, action: 'deploy', transition: deploy(version), by: 'a test', check });
  return version;
}

async function fetchSlices(): Promise<Record<string, unknown>> {
  const answer: unknown = await (await fetch(`${shell.url}/slices.json`)).json();
  return z.object({ slices: z.record(z.string(), z.unknown()) }).parse(answer).slices;
}
const fetchStatus = async (slice: string, version: string) =>
  (await fetch(`${shell.url}/slices/${slice}/${version}/app.js`)).status;

test('serves a signed build, but none without a signature or of an unknown key', async () => {
  const unsigned = await deployBuild('mf-unsigned');
  const forged = await deployBuild('mf-forged', { ...createSliceKey(), kid: teamKey.kid });
  const signed = await deployBuild('mf-signed', teamKey);

  await eventually(async () => 'mf-signed' in (await fetchSlices()));

  expect(Object.keys(await fetchSlices())).toEqual(['mf-signed']);
  expect(await fetchStatus('mf-signed', signed)).toBe(200);
  expect(await fetchStatus('mf-unsigned', unsigned)).toBe(404);
  expect(await fetchStatus('mf-forged', forged)).toBe(404);
  // The log shortens versions that look like numbers.
  expect(shell.logs()).toMatch(/mf-unsigned \S+ is not signed by a key that is trusted for mf-unsigned\./);
  expect(shell.logs()).toMatch(/mf-forged \S+ has a wrong signature\./);
});
