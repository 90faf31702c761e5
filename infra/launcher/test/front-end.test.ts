import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { buildStale } from '../src/front-end/build.ts';
import { publishNew } from '../src/front-end/publish.ts';
import { Sentence } from '../src/sentence.ts';

const signal = new AbortController().signal;
let checkout: string;
let told: string[];

/** Two workspaces; the second uses a package. What a build or a publication does is a line in a file. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  told = [];
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
  write(
    'shell/server/slices/publish-slice.ts',
    "import { appendFileSync } from 'node:fs'; appendFileSync('published', process.argv[2] + ' ');",
  );
});

function write(path: string, text: string) {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

async function build(): Promise<string[]> {
  told = [];
  await buildStale(['shell', 'mf-a'], { checkout, signal, tell: (line) => told.push(line) });
  return told.sort();
}

test('what has never been built is built once', async () => {
  expect(await build()).toEqual(['Building mf-a …', 'Building shell …']);
  expect(await build()).toEqual([]);
});

test('a change of a package builds what uses it, a change of its own sources a workspace alone', async () => {
  await build();

  write('packages/contracts/src/calls.ts', '2');
  expect(await build()).toEqual(['Building mf-a …']);

  write('shell/src/page.ts', '');
  expect(await build()).toEqual(['Building shell …']);
});

test('tests and the server are no part of a bundle', async () => {
  await build();

  write('shell/src/main.test.ts', '');
  write('shell/server/main.ts', '');
  write('mf-a/test/a.ts', '');

  expect(await build()).toEqual([]);
});

test('a bundle that was deleted is built again', async () => {
  await build();

  rmSync(join(checkout, 'shell/dist'), { recursive: true });

  expect(await build()).toEqual(['Building shell …']);
});

test('a build that fails tells its last words, and is tried again at the next start', async () => {
  const broken = {
    name: 'shell',
    version: '1.0.0',
    scripts: { build: 'echo cannot resolve react >&2; exit 1' },
  };
  write('shell/package.json', JSON.stringify(broken));

  await expect(build()).rejects.toThrow(Sentence);
  await expect(build()).rejects.toThrow(/npm run build --silent -w shell failed:\n.*cannot resolve react/s);
});

test('two starts at once build once', async () => {
  const both = [[], []] as string[][];
  await Promise.all(
    both.map((lines) => buildStale(['shell'], { checkout, signal, tell: (line) => lines.push(line) })),
  );

  expect(both.flat().filter((line) => line.startsWith('Building'))).toEqual(['Building shell …']);
});

test('a remote is published when it was built anew, and a deployment in its place stays otherwise', async () => {
  const store = join(checkout, 'slices');
  const publish = (stamp: string) => publishNew(new Map([['mf-a', stamp]]), { store, checkout, signal });

  await publish('one');
  await publish('one');
  await publish('two');

  expect(readFileSync(join(checkout, 'published'), 'utf8')).toBe('mf-a mf-a ');
});
