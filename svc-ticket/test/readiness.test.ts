import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findOrInstallChromium } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anApplication } from './support/applications.ts';
import { browserOf } from './support/processes.ts';
import { openTicketing, type Ticketing } from './support/ticketing.ts';

let folder: string;
let ticketing: Ticketing;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readiness-'));
  ticketing = await openTicketing();
});
afterAll(async () => {
  await ticketing.close();
  await rm(folder, { recursive: true });
});

/** A browser before which these lines of shell are run. */
async function browserAfter(lines: string): Promise<string> {
  const path = join(folder, 'headless-shell');
  await writeFile(path, `#!/bin/sh\n${lines}\nexec '${await findOrInstallChromium()}' "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

/** A number of svc-ticket's at `/metrics`. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${ticketing.service().url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

const readiness = async () => (await fetch(`${ticketing.service().url}/readyz`)).status;

test('after a restart it answers while its browser still comes, and then makes the ticket', async () => {
  const go = join(folder, 'go');
  const path = await browserAfter(`while [ ! -e '${go}' ]; do sleep 0.05; done`);
  await ticketing.service().stop();
  await ticketing.restart({ CHROMIUM_PATH: path });

  const application = anApplication(ticketing);
  await application.submit();
  await application.pay();
  const { status } = await eventually(async () => {
    const answer = await application.ask();
    return answer.status !== 404 && answer;
  });
  expect(status).toBe(202);
  expect(await metric('tickets_waiting')).toBe(1);
  await eventually(async () => (await metric('tickets_oldest_seconds')) > 0);
  await writeFile(go, '');
  expect((await application.ticket()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await metric('tickets_waiting')).toBe(0);
  expect(await metric('tickets_issued_total')).toBe(1);
});

test('while no browser starts it is not ready', async () => {
  const [tried, broken] = [join(folder, 'tried'), join(folder, 'broken')];
  await writeFile(broken, '');
  const path = await browserAfter(
    `while [ ! -e '${tried}' ]; do sleep 0.05; done; [ ! -e '${broken}' ] || exit 1`,
  );
  await ticketing.service().stop();
  await ticketing.restart({ CHROMIUM_PATH: path });
  await writeFile(tried, '');
  await eventually(async () => (await readiness()) === 503);
  await rm(broken);
  await eventually(async () => (await readiness()) === 200);
});

/** The nice value of a process's session, where the kernel schedules sessions as groups; see sched(7). */
const niceOfSession = async (pid: number) =>
  /nice (-?\d+)/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'nice 10'))?.[1];

test('the session of its browser gives way to the services', async () => {
  await eventually(async () => (await readiness()) === 200);
  const [leader] = browserOf(ticketing.service().pid);
  expect(leader).toBeDefined();
  await eventually(async () => (await niceOfSession(leader?.pid ?? 0)) === '10');
});
