import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scaledTimeout } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';

const createAdvisory = (severity: string) => ({
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads what it must not',
  severity,
  vulnerable_versions: '<2.0.0',
});
const createLockEntry = (version: string, dev: boolean) => ({
  version,
  resolved: 'https://registry.example/a.tgz',
  integrity: 'sha512-AAAA',
  dev,
});

let folder: string;
let registry: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'advisories-'));
  const dependencies = { dependencies: { shipped: '1.0.0' }, devDependencies: { tool: '1.0.0' } };
  const packages = {
    '': dependencies,
    'node_modules/shipped': createLockEntry('1.0.0', false),
    'node_modules/tool': createLockEntry('1.0.0', true),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(dependencies));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
});
afterEach(() => {
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A registry with these advisories; without any it does not support audits. */
async function startRegistry(
  advisories?: Record<string, ReturnType<typeof createAdvisory>[]>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (!advisories || request.method !== 'POST') return response.writeHead(405).end();
    const requestedPackages: object = JSON.parse(String(gunzipSync(body)));
    const matching = Object.entries(advisories).filter(([name]) => Object.hasOwn(requestedPackages, name));
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(Object.fromEntries(matching)));
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const runCheck = (address: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_registry: address,
      npm_config_cache: join(folder, 'cache'),
    };
    const args = [`${ROOT}.ci/advisories.mjs`, String(scaledTimeout(20_000) / 1000)];
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test.each(['high', 'critical'])(
  'fails and names it when a %s advisory is on a dependency',
  async (severity) => {
    const { code, output } = await runCheck(await startRegistry({ shipped: [createAdvisory(severity)] }));
    expect(output).toContain(`shipped (${severity}): Reads what it must not https://advisories.example/1`);
    expect(code).toBe(1);
  },
);

test('passes when an advisory is moderate, or on a development dependency', async () => {
  const advisories = { shipped: [createAdvisory('moderate')], tool: [createAdvisory('critical')] };
  const { code, output } = await runCheck(await startRegistry(advisories));
  expect(output).toContain('none that is high or critical');
  expect(code).toBe(0);
});

test.each(['a registry without advisories', 'nobody'])(
  'reports the failure and passes when %s responds',
  async (registryKind) => {
    const address = registryKind === 'nobody' ? 'http://127.0.0.1:9/' : await startRegistry();
    const { code, output } = await runCheck(address);
    expect(output).toMatch(/the request failed \(.+\)/);
    expect(code).toBe(0);
  },
);
