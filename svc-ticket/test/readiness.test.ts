import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findOrInstallChromium } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildPaidApplication } from './support/applications.ts';
import { findBrowserProcesses } from './support/processes.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let folder: string;
let environment: TicketEnvironment;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readiness-'));
  environment = await openTicketEnvironment();
});
afterAll(async () => {
  await environment.close();
  await rm(folder, { recursive: true });
});

/** A browser that runs these shell lines first. */
async function writeBrowserScript(lines: string): Promise<string> {
  const path = join(folder, 'headless-shell');
  await writeFile(path, `#!/bin/sh\n${lines}\nexec '${await findOrInstallChromium()}' "$@"\n`);
  await chmod(path, 0o755);
  return path;
}

/** One of svc-ticket's metrics. */
async function readServiceMetric(name: string): Promise<number> {
  const text = await (await fetch(`${environment.service().url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

const fetchReadiness = async () => (await fetch(`${environment.service().url}/readyz`)).status;

test('answers after a restart while its browser starts, then makes the ticket', async () => {
  const go = join(folder, 'go');
  const path = await writeBrowserScript(`while [ ! -e '${go}' ]; do sleep 0.05; done`);
  await environment.service().stop();
  await environment.restart({ CHROMIUM_PATH: path });

  const application = await buildPaidApplication(environment);
  const { status } = await eventually(async () => {
    const answer = await application.fetchTicket();
    return answer.status !== 404 && answer;
  });
  expect(status).toBe(202);
  expect(await readServiceMetric('tickets_waiting')).toBe(1);
  await eventually(async () => (await readServiceMetric('tickets_oldest_seconds')) > 0);
  await writeFile(go, '');
  expect((await application.waitForTicket()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await readServiceMetric('tickets_waiting')).toBe(0);
  expect(await readServiceMetric('tickets_issued_total')).toBe(1);
});

test('is not ready while no browser starts', async () => {
  const [tried, broken] = [join(folder, 'tried'), join(folder, 'broken')];
  await writeFile(broken, '');
  const path = await writeBrowserScript(
    `while [ ! -e '${tried}' ]; do sleep 0.05; done; [ ! -e '${broken}' ] || exit 1`,
  );
  await environment.service().stop();
  await environment.restart({ CHROMIUM_PATH: path });
  await writeFile(tried, '');
  await eventually(async () => (await fetchReadiness()) === 503);
  await rm(broken);
  await eventually(async () => (await fetchReadiness()) === 200);
});

/** The nice value of a process's session, where the kernel schedules sessions as groups; see sched(7). */
const readSessionNice = async (pid: number) =>
  /nice (-?\d+)/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'nice 10'))?.[1];

test("gives its browser's session a lower priority than the services", async () => {
  await eventually(async () => (await fetchReadiness()) === 200);
  const [leader] = findBrowserProcesses(environment.service().pid);
  expect(leader).toBeDefined();
  await eventually(async () => (await readSessionNice(leader?.pid ?? 0)) === '10');
});
