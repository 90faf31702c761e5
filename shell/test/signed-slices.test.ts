import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  changeRegistry,
  deploy,
  makeSliceKey,
  openStore,
  publicSliceKey,
  publish,
  type SliceSigningKey,
} from '@archaka/slice-store';
import { eventually, sliceDist } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type RunningShell, startShell } from './support/running-shell.ts';

const teamKey = makeSliceKey(['mf-signed', 'mf-unsigned', 'mf-forged']);

let shell: RunningShell;
beforeAll(async () => {
  const SLICE_JWKS = JSON.stringify({ keys: [publicSliceKey(teamKey)] });
  shell = await startShell({ env: { SLICE_JWKS } });
});
afterAll(() => shell?.close());

/** Publishes a build and writes it into the registry, as somebody who may write to the store can; gives its version. */
async function deployed(slice: string, key?: SliceSigningKey): Promise<string> {
  const store = await openStore(shell.store);
  const dist = await sliceDist(await mkdtemp(path.join(tmpdir(), 'built-')), { name: slice, code: slice });
  const version = await publish({ store, name: slice, dist, key });
  const check = async () => undefined;
  await changeRegistry({ store, slice, action: 'deploy', step: deploy(version), by: 'a test', check });
  return version;
}

async function offered(): Promise<Record<string, unknown>> {
  const answer: unknown = await (await fetch(`${shell.url}/slices.json`)).json();
  return z.object({ slices: z.record(z.string(), z.unknown()) }).parse(answer).slices;
}
const statusOf = async (slice: string, version: string) =>
  (await fetch(`${shell.url}/slices/${slice}/${version}/app.js`)).status;

test('gives a signed build, and neither one without a signature nor one of an unknown key', async () => {
  const unsigned = await deployed('mf-unsigned');
  const forged = await deployed('mf-forged', { ...makeSliceKey(), kid: teamKey.kid });
  const signed = await deployed('mf-signed', teamKey);

  await eventually(async () => 'mf-signed' in (await offered()));

  expect(Object.keys(await offered())).toEqual(['mf-signed']);
  expect(await statusOf('mf-signed', signed)).toBe(200);
  expect(await statusOf('mf-unsigned', unsigned)).toBe(404);
  expect(await statusOf('mf-forged', forged)).toBe(404);
  // The log shortens versions that look like numbers.
  expect(shell.logs()).toMatch(/mf-unsigned \S+ is not signed by a key that is trusted for mf-unsigned\./);
  expect(shell.logs()).toMatch(/mf-forged \S+ carries a signature that is wrong\./);
});
