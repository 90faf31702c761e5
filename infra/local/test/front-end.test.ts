import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mapServices } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/command-line';
import { createSliceKey, type PortalAddresses } from '@archaka/slice-store';
import { writeSliceDist } from '@archaka/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buildChanged } from '../src/front-end/build.ts';
import { deployChanged, publishChanged } from '../src/front-end/deploy.ts';

const signal = new AbortController().signal;
const key = createSliceKey();
let rootFolder: string;
let reported: string[];

let server: Server;
let portal: PortalAddresses;

/** One server replaces all components: a shell without shared exports that shows all, and services without calls. */
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const service = url.split('/')[1];
    const contract = { service, version: '1', contracts: ['1.0.0'], calls: [], routes: [] };
    const shell = { exports: [], revision: Number.MAX_SAFE_INTEGER };
    response.end(JSON.stringify(url.endsWith('/contract') ? contract : shell));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shell = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  portal = { shell, services: mapServices((service) => `${shell}/${service}/`) };
});
afterAll(() => {
  server.close().closeAllConnections();
});

/** Two workspaces; the second uses a package. */
beforeEach(() => {
  rootFolder = mkdtempSync(join(tmpdir(), 'checkout-'));
  reported = [];
  const build = "require('fs').mkdirSync('dist', { recursive: true })";
  const workspace = { version: '1.0.0', scripts: { build: `node -e "${build}"` } };
  write('package.json', JSON.stringify({ workspaces: ['shell', 'mf-a', 'packages/*'] }));
  write('package-lock.json', '{}');
  write('packages/contracts/package.json', JSON.stringify({ name: '@archaka/contracts' }));
  write('packages/contracts/src/calls.ts', '1');
  write('shell/package.json', JSON.stringify({ ...workspace, name: 'shell' }));
  write('shell/src/main.ts', '1');
  write(
    'mf-a/package.json',
    JSON.stringify({ ...workspace, name: 'mf-a', dependencies: { '@archaka/contracts': '*' } }),
  );
});

function write(path: string, text: string) {
  mkdirSync(dirname(join(rootFolder, path)), { recursive: true });
  writeFileSync(join(rootFolder, path), text);
}

async function build(): Promise<string[]> {
  reported = [];
  await buildChanged(['shell', 'mf-a'], { rootFolder, signal, report: (line) => reported.push(line) });
  return reported.sort();
}

test('a change of a package builds its users, a change of a workspace only itself', async () => {
  expect(await build()).toEqual(['Building mf-a …', 'Building shell …']);
  expect(await build()).toEqual([]);

  write('packages/contracts/src/calls.ts', '2');
  expect(await build()).toEqual(['Building mf-a …']);

  write('shell/src/page.ts', '');
  expect(await build()).toEqual(['Building shell …']);
});

test('ignores tests, the server and what builds write in a bundle’s hash', async () => {
  await build();

  write('shell/src/main.test.ts', '');
  write('shell/server/main.ts', '');
  write('mf-a/test/a.ts', '');
  write('mf-a/dist/page.js', 'built');
  write('mf-a/.swc/plugins/cached', 'compiled plugin');

  expect(await build()).toEqual([]);
});

test('builds a deleted bundle again', async () => {
  await build();

  rmSync(join(rootFolder, 'shell/dist'), { recursive: true });

  expect(await build()).toEqual(['Building shell …']);
});

test('reports the last output of a failed build, and retries it at the next start', async () => {
  const broken = {
    name: 'shell',
    version: '1.0.0',
    scripts: { build: 'echo cannot resolve react >&2; exit 1' },
  };
  write('shell/package.json', JSON.stringify(broken));

  await expect(build()).rejects.toThrow(CommandError);
  await expect(build()).rejects.toThrow(/npm run build --silent -w shell failed:\n.*cannot resolve react/s);
});

test('two concurrent starts build once', async () => {
  const both = [[], []] as string[][];
  await Promise.all(
    both.map((lines) => buildChanged(['shell'], { rootFolder, signal, report: (line) => lines.push(line) })),
  );

  expect(both.flat().filter((line) => line.startsWith('Building'))).toEqual(['Building shell …']);
});

test('publishes a rebuilt remote, and otherwise preserves another deployment', async () => {
  const folder = join(rootFolder, 'slices');
  const start = async (stamp: string) => {
    const published = await publishChanged(new Map([['mf-a', stamp]]), { folder, rootFolder, key });
    await deployChanged(published, { folder, portal, report: (line) => reported.push(line) });
    return published.length;
  };

  await writeSliceDist(join(rootFolder, 'mf-a/dist'), { name: 'mf-a', code: 'one' });
  expect([await start('one'), await start('one')]).toEqual([1, 0]);
  await writeSliceDist(join(rootFolder, 'mf-a/dist'), { name: 'mf-a', code: 'two' });
  expect(await start('two')).toBe(1);
  expect(reported).toEqual([]);
});

test('reports a remote that is incompatible with the components, and retries it at the next start', async () => {
  const folder = join(rootFolder, 'slices');
  const stamps = new Map([['mf-a', 'one']]);
  await writeSliceDist(join(rootFolder, 'mf-a/dist'), { name: 'mf-a', code: 'one', platform: ['Timeline'] });

  const published = await publishChanged(stamps, { folder, rootFolder, key });
  await deployChanged(published, { folder, portal, report: (line) => reported.push(line) });

  expect(reported).toEqual([expect.stringMatching(/^mf-a was rebuilt but not deployed\. .*Timeline/s)]);
  expect(await publishChanged(stamps, { folder, rootFolder, key })).toHaveLength(1);
});
