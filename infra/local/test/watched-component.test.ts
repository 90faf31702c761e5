import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Child, freePort } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startComponent } from '../src/processes.ts';
import { createSecrets } from '../src/secrets.ts';
import { readSettings, root } from '../src/settings.ts';

const server = `
  import { createServer } from 'node:http';
  import { word } from './word.ts';
  createServer((_request, response) => response.end(word)).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));`;

let folder: string;
let port: number;
let component: Child;

const writeWord = (word: string) => writeFileSync(join(folder, 'word.ts'), `export const word = '${word}';`);
const fetchWord = () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  port = await freePort();
  writeWord('one');
  writeFileSync(join(folder, 'main.ts'), server);
  const portal = {
    ...readSettings(process.env),
    port,
    secrets: createSecrets(),
    mongoUrl: '',
    amqpUrl: '',
    chromium: '',
    sliceStore: '',
    handlerUrl: '',
    razorpayUrl: '',
  };
  const main = relative(root, join(folder, 'main.ts'));
  const definition = {
    name: 'svc-watched',
    offset: 0,
    main,
    heap: 64,
    watched: true,
    inheritedEnv: [],
    env: () => ({}),
  };
  component = await startComponent(definition, portal, () => undefined);
});
afterEach(async () => {
  await component.stop();
  rmSync(folder, { recursive: true });
});

/** Node watches a file some time after it has loaded it, and misses earlier changes. */
const waitUntilWatched = () =>
  eventually(async () => {
    const { ino } = statSync(join(folder, 'word.ts'));
    const open = `/proc/${component.pid}/fdinfo`;
    const watches = await Promise.all(
      (await readdir(open)).map((file) => readFile(join(open, file), 'utf8')),
    );
    return watches.join('').includes(` ino:${ino.toString(16)} `);
  });

const waitForWord = (word: string) => eventually(async () => (await fetchWord()) === word);

test('restarts a watched component when a source changes, and ends it on request', async () => {
  await waitForWord('one');
  await waitUntilWatched();
  writeWord('two');
  await waitForWord('two');

  await component.stop();

  await expect(fetchWord()).rejects.toThrow();
});
