import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Child, freePort } from '@archaka/engines';
import { eventually } from '@archaka/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startPart } from '../src/processes.ts';
import { makeSecrets } from '../src/secrets.ts';
import { readSettings, root } from '../src/settings.ts';

const server = `
  import { createServer } from 'node:http';
  import { word } from './word.ts';
  createServer((_request, response) => response.end(word)).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));`;

let folder: string;
let port: number;
let part: Child;

const says = (word: string) => writeFileSync(join(folder, 'word.ts'), `export const word = '${word}';`);
const answer = () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'));
  port = await freePort();
  says('one');
  writeFileSync(join(folder, 'main.ts'), server);
  const portal = {
    ...readSettings([], process.env),
    ...{ port, secrets: makeSecrets(), mongoUrl: '', amqpUrl: '', chromium: '', sliceStore: '' },
    ...{ handlerUrl: '', razorpayUrl: '' },
  };
  const main = relative(root, join(folder, 'main.ts'));
  const own = { name: 'svc-watched', offset: 0, main, heap: 64, watched: true, takes: [], env: () => ({}) };
  part = await startPart(own, portal, () => undefined);
});
afterEach(async () => {
  await part.stop();
  rmSync(folder, { recursive: true });
});

const eventuallyAnswers = (word: string) => eventually(async () => (await answer()) === word);

test('a watched part is started again when a source of it changes, and ends when it is told to', async () => {
  await eventuallyAnswers('one');
  says('two');
  await eventuallyAnswers('two');

  await part.stop();

  await expect(answer()).rejects.toThrow();
});

test('a watched part that cannot start waits for the next change', async () => {
  await eventuallyAnswers('one');
  writeFileSync(join(folder, 'word.ts'), 'export const nothing = 1;');
  await eventually(() =>
    answer()
      .then(() => false)
      .catch(() => true),
  );
  says('three');
  await eventuallyAnswers('three');
});
