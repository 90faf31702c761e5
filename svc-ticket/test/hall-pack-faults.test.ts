import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, openStage, photo, type Stage } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Books, keepBooks } from './support/centre.ts';
import { hallPack, partsIn, startHallPack } from './support/hall-pack.ts';
import { readPdf } from './support/pdf.ts';
import { browserOf, isRunning, pagesOf, signal } from './support/processes.ts';

const GUNTUR = { name: 'Guntur', name_te: 'గుంటూరు' };
const ENTRANTS = 160;

let stage: Stage;
let folder: string;
let books: Books;
let jpeg: Buffer;
let pdf: Buffer;
beforeAll(async () => {
  stage = await openStage();
  folder = await mkdtemp(join(tmpdir(), 'hall-pack-'));
  books = await keepBooks(stage, GUNTUR);
  jpeg = await photo('jpeg', 284, 362);
  ({ pdf } = await books.ticketed({ own: { name: 'Entrant 0' }, photo: jpeg }));
  for (let number = 1; number < ENTRANTS; number += 1) {
    await books.ticketed({ own: { name: `Entrant ${number}` }, photo: jpeg, pdf });
  }
});
afterAll(async () => {
  await books.close();
  await stage.close();
  await rm(folder, { recursive: true });
});

const PATIENCE = { timeoutMs: 30_000, everyMs: 5 };
const toOut = (out: string) => ['--centre', 'Guntur', '--out', out];

const pagesIn = async (out: string, name: string) => (await readPdf(await readFile(join(out, name)))).pages;

test('when it is killed in the middle, it goes on from the parts that were there', async () => {
  const out = join(folder, 'killed');
  const first = await startHallPack(stage, toOut(out));
  await eventually(async () => (await partsIn(out)) > 0, PATIENCE);
  const browser = browserOf(first.pid);
  first.kill();
  await first.ended;
  expect(await readdir(out)).not.toContain('cover.pdf');
  await eventually(() => !browser.some(isRunning), PATIENCE);

  const { code, out: said } = await hallPack(stage, toOut(out));
  expect(said).toMatch(/^\d+ sheets were there from an earlier run\.$/m);
  expect(code).toBe(0);
  expect(await pagesIn(out, 'tickets.pdf')).toBe(ENTRANTS);
  expect(await readdir(out)).not.toContain('parts');
});

test('when the browser dies in the middle, another one goes on', async () => {
  const out = join(folder, 'browser');
  const run = await startHallPack(stage, toOut(out));
  await eventually(() => pagesOf(run.pid).length > 0, PATIENCE);
  signal(pagesOf(run.pid), 'SIGSTOP');
  await eventually(async () => (await readdir(out)).includes('tickets.pdf'), PATIENCE);
  signal(browserOf(run.pid), 'SIGKILL');
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(await pagesIn(out, 'tickets.pdf')).toBe(ENTRANTS);
});

test('when the disk is full, it says so, and with room again it goes on', async () => {
  const out = join(folder, 'full');
  const toNellore = ['--centre', 'Nellore', '--out', out];
  const nellore = await keepBooks(stage, { name: 'Nellore', name_te: 'నెల్లూరు' });
  for (const name of ['Aaa', 'Bbb']) await nellore.ticketed({ own: { name }, photo: jpeg, pdf });
  await hallPack(stage, toNellore);
  await nellore.ticketed({ own: { name: 'Zzz' }, photo: jpeg, pdf });
  await nellore.close();
  await symlink('/dev/full', join(out, 'tickets.pdf.part'));
  const full = await hallPack(stage, toNellore);
  expect(full.err).toMatch(
    /hall-pack: There is no room left for .*full\. Make room\. What is made so far is kept/,
  );
  expect(full.code).toBe(2);
  expect(await readdir(out)).not.toContain('cover.pdf');

  await rm(join(out, 'tickets.pdf.part'));
  const { code, out: said } = await hallPack(stage, toNellore);
  expect(said).toContain('2 sheets were there from an earlier run.');
  expect(code).toBe(0);
});

test.each([
  ['no centre is named', () => [], /^hall-pack: Say: --centre /],
  ['an option is unknown', () => ['--center', 'Guntur'], /^hall-pack: Say: --centre /],
  [
    'nobody has chosen the centre',
    () => ['--centre', 'Madurai'],
    /^hall-pack: No application has chosen the centre Madurai\. There are: .*Guntur \(గుంటూరు\)/,
  ],
  [
    'it is the examination of another year',
    () => ['--centre', 'Guntur', '--exam', '2019'],
    /^hall-pack: The examination of this portal is that of 2024, not of 2019\./,
  ],
  [
    'the folder cannot be made',
    () => toOut(join(folder, 'a-file', 'below')),
    /^hall-pack: .*below cannot be made/,
  ],
  ['the folder holds other things', () => toOut(folder), /^hall-pack: .* holds other things\./],
])('when %s, it says so in a sentence and leaves with 2', async (_, args, sentence) => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, out, err } = await hallPack(stage, args());
  expect(err).toMatch(sentence);
  expect(err).not.toContain('Entrant');
  expect([code, out]).toEqual([2, '']);
});

test('when nobody has paid for the centre, it says so', async () => {
  const elsewhere = await keepBooks(stage, { name: 'Kurnool', name_te: 'కర్నూలు' });
  const { application_id } = await elsewhere.paid({});
  const { newest } = (await elsewhere.applications.find(application_id)) ?? {};
  await elsewhere.applications.save({ application_id, ...(newest ? { newest } : {}) });
  await elsewhere.close();
  const { code, err } = await hallPack(stage, ['--centre', 'కర్నూలు', '--out', join(folder, 'nobody')]);
  expect(err).toBe('hall-pack: No application with the centre Kurnool has been paid.\n');
  expect(code).toBe(2);
});
