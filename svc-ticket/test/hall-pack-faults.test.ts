import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPhoto, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { runHallPack, startHallPack } from './support/commands.ts';
import { readPdf } from './support/pdf.ts';
import { findBrowserProcesses, findPageProcesses, isRunning, sendSignal } from './support/processes.ts';
import { openSeededEnvironment, seedDatabase } from './support/seed-database.ts';
import { saveApplication } from './support/ticket-store.ts';

const GUNTUR = { name: 'Guntur', name_te: 'గుంటూరు' };
/** Two parts of tickets, and several sheets of each list. */
const CANDIDATES = 60;

const { stage, folder, database } = await openSeededEnvironment(GUNTUR);
const jpeg = await buildPhoto('jpeg', 284, 362);
const { pdf } = await database.addTicketed({ own: { name: 'Entrant 0' }, photo: jpeg });
for (let number = 1; number < CANDIDATES; number += 1) {
  await database.addTicketed({ own: { name: `Entrant ${number}` }, photo: jpeg, pdf });
}

const TIMEOUT = { timeoutMs: 30_000, intervalMs: 5 };
const toArguments = (out: string) => ['--centre', 'Guntur', '--out', out];

/** Starts a run that prints no list before its browser goes on, and waits until it has recorded the tickets. */
async function startUntilTickets(out: string) {
  const run = await startHallPack(stage, toArguments(out));
  await eventually(() => findPageProcesses(run.pid).length > 0, TIMEOUT);
  sendSignal(findPageProcesses(run.pid), 'SIGSTOP');
  const readRecord = () => readFile(join(out, 'pack.json'), 'utf8').catch(() => '');
  await eventually(async () => (await readRecord()).includes('tickets.pdf'), TIMEOUT);
  return run;
}
const countPages = async (out: string, name: string) =>
  (await readPdf(await readFile(join(out, name)))).pages;

test('resumes with the lists after a kill, and reuses the finished tickets', async () => {
  const out = join(folder, 'killed');
  const first = await startUntilTickets(out);
  const browser = findBrowserProcesses(first.pid);
  first.kill();
  await first.result;
  sendSignal(browser, 'SIGCONT');
  expect(await readdir(out)).not.toContain('cover.pdf');
  await eventually(() => !browser.some(isRunning), TIMEOUT);

  const { code, stdout } = await runHallPack(stage, toArguments(out));
  expect(stdout).toContain(`${CANDIDATES} sheets are from an earlier run.`);
  expect(code).toBe(0);
  expect(await countPages(out, 'tickets.pdf')).toBe(CANDIDATES);
});

test('continues with a new browser when one dies', async () => {
  const out = join(folder, 'browser');
  const run = await startUntilTickets(out);
  sendSignal(findBrowserProcesses(run.pid), 'SIGKILL');
  expect(await run.result).toMatchObject({ code: 0 });
  expect(await countPages(out, 'tickets.pdf')).toBe(CANDIDATES);
});

test('reports a full disk, and resumes once there is space', async () => {
  const out = join(folder, 'full');
  const nelloreArguments = ['--centre', 'Nellore', '--out', out];
  const nellore = await seedDatabase(stage, { name: 'Nellore', name_te: 'నెల్లూరు' });
  for (const name of ['Aaa', 'Bbb']) await nellore.addTicketed({ own: { name }, photo: jpeg, pdf });
  await runHallPack(stage, nelloreArguments);
  await nellore.addTicketed({ own: { name: 'Zzz' }, photo: jpeg, pdf });
  await symlink('/dev/full', join(out, 'tickets.pdf.part'));
  const full = await runHallPack(stage, nelloreArguments);
  expect(full.stderr).toMatch(
    /hall-pack: The disk of .*full is full\. Free some space\. Finished documents are stored/,
  );
  expect(full.code).toBe(1);
  expect(await readdir(out)).not.toContain('cover.pdf');

  await rm(join(out, 'tickets.pdf.part'));
  const { code, stdout } = await runHallPack(stage, nelloreArguments);
  expect(stdout).toContain('2 sheets are from an earlier run.');
  expect(code).toBe(0);
});

test.each([
  [
    'it is the examination of another year',
    () => ['--centre', 'Guntur', '--exam', '2019'],
    /^hall-pack: This portal has the examination of 2024, not of 2019\./,
  ],
  [
    'the folder cannot be created',
    () => toArguments(join(folder, 'a-file', 'below')),
    /^hall-pack: .*below cannot be created/,
  ],
])('prints one sentence and exits with 1 when %s', async (_, args, sentence) => {
  await writeFile(join(folder, 'a-file'), '');
  const { code, stdout, stderr } = await runHallPack(stage, args());
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('Entrant');
  expect([code, stdout]).toEqual([1, '']);
});

test('reports a centre without paid applications', async () => {
  const kurnool = await seedDatabase(stage, { name: 'Kurnool', name_te: 'కర్నూలు' });
  const { application_id } = await kurnool.addPaid({});
  const { newest } = (await kurnool.applications.find(application_id)) ?? {};
  await saveApplication(kurnool.applications, { application_id, ...(newest ? { newest } : {}) });
  const { code, stderr } = await runHallPack(stage, ['--centre', 'కర్నూలు', '--out', join(folder, 'nobody')]);
  expect(stderr).toBe('hall-pack: No application with the centre Kurnool is paid.\n');
  expect(code).toBe(1);
});
