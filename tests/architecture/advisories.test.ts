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

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads what it must not',
  severity,
  vulnerable_versions: '<2.0.0',
});
const node = (version: string, dev: boolean) => ({
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
    'node_modules/shipped': node('1.0.0', false),
    'node_modules/tool': node('1.0.0', true),
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

/** A registry that answers with the advisories on the packages it is asked about; without any it knows no audits. */
async function serve(known?: Record<string, ReturnType<typeof advisory>[]>): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (!known || request.method !== 'POST') return response.writeHead(405).end();
    const asked: object = JSON.parse(String(gunzipSync(body)));
    const about = Object.entries(known).filter(([name]) => Object.hasOwn(asked, name));
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(Object.fromEntries(about)));
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const check = (address: string) =>
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
    const { code, output } = await check(await serve({ shipped: [advisory(severity)] }));
    expect(output).toContain(`shipped (${severity}): Reads what it must not https://advisories.example/1`);
    expect(code).toBe(1);
  },
);

test('passes when an advisory is moderate, or on what only develops', async () => {
  const known = { shipped: [advisory('moderate')], tool: [advisory('critical')] };
  const { code, output } = await check(await serve(known));
  expect(output).toContain('none that is high or critical');
  expect(code).toBe(0);
});

test.each(['a registry without advisories', 'nobody'])('says so and passes when %s answers', async (who) => {
  const address = who === 'nobody' ? 'http://127.0.0.1:9/' : await serve();
  const { code, output } = await check(address);
  expect(output).toMatch(/could not be asked \(.+\)/);
  expect(code).toBe(0);
});
