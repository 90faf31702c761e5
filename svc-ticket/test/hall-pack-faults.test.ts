import { buildPhoto, eventually } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { openPack } from './support/hall-packs.ts';
import { findBrowserProcesses, findPageProcesses, isRunning, sendSignal } from './support/processes.ts';
import { openSeededEnvironment } from './support/seed-database.ts';

const GUNTUR = { name: 'Guntur', name_te: 'గుంటూరు' };
/** Two parts of tickets, and several sheets of each list. */
const CANDIDATES = 60;
const TIMEOUT = { timeoutMs: 30_000, intervalMs: 5 };

const { environment, database } = await openSeededEnvironment(GUNTUR);
const pack = openPack(environment, GUNTUR.name);
const photo = await buildPhoto('jpeg', 284, 362);
let pdf: Buffer;

beforeAll(async () => {
  for (let number = 0; number < CANDIDATES; number += 1) {
    const own = { name: `Entrant ${number}` };
    const added = await database.addTicketed({ own, photo, ...(number > 0 && { pdf }) });
    pdf = added.pdf;
  }
});

/** Starts a pack that prints no list before `resume`, and waits for its tickets. */
async function holdAtLists() {
  const { pid } = environment.service();
  // The one browser that prints tickets.
  await eventually(() => findPageProcesses(pid).length === 1, TIMEOUT);
  expect((await pack.start()).status).toBe(200);
  await eventually(() => findPageProcesses(pid).length === 2, TIMEOUT);
  const pages = findPageProcesses(pid);
  sendSignal(pages, 'SIGSTOP');
  await eventually(async () => (await pack.read())?.done === CANDIDATES, TIMEOUT);
  return { browser: findBrowserProcesses(pid), resume: () => sendSignal(pages, 'SIGCONT') };
}
async function expectWhole() {
  const { counts, number } = await pack.when('made');
  expect(counts).toEqual({ paid: CANDIDATES, ticketed: CANDIDATES, listed: CANDIDATES });
  expect(await pack.open(number)).toMatchObject({ http: 200 });
}

test('another instance makes the pack of one that is killed', async () => {
  const { browser, resume } = await holdAtLists();
  expect((await pack.start()).status).toBe(420);
  await environment.service().kill();
  resume();
  await eventually(() => !browser.some(isRunning), TIMEOUT);
  await environment.restart();
  await expectWhole();
});

test('continues with a new browser when one dies', async () => {
  const { browser } = await holdAtLists();
  sendSignal(browser, 'SIGKILL');
  await expectWhole();
});
