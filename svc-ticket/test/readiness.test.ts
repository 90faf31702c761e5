import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ticketIssued } from '@archaka/contracts';
import { eventually, findOrInstallChromium, readMetric } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { buildPaidApplication } from './support/applications.ts';
import { findBrowserProcesses } from './support/processes.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const folder = await openTempFolder();
const environment = await openTicketEnvironment();

/** A browser that runs these shell lines first. */
async function writeBrowserScript(lines: string): Promise<string> {
  const path = join(folder, 'headless-shell');
  await writeFile(path, `#!/bin/sh\n${lines}\nexec '${await findOrInstallChromium()}' "$@"\n`);
  await chmod(path, 0o755);
  return path;
}
const readServiceMetric = (name: string) => readMetric(environment.service(), name);
const fetchReadiness = async () => (await fetch(`${environment.service().url}/readyz`)).status;

test('answers after a restart while its browser starts, then makes the ticket', async () => {
  const go = join(folder, 'go');
  const path = await writeBrowserScript(`while [ ! -e '${go}' ]; do sleep 0.05; done`);
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
  await application.waitForTicket();
  expect(await readServiceMetric('tickets_waiting')).toBe(0);
  expect(await readServiceMetric('tickets_issued_total')).toBe(1);
});

test('is not ready while no browser starts, and issues the waiting ticket once when one does', async () => {
  const [tried, broken] = [join(folder, 'tried'), join(folder, 'broken')];
  await writeFile(broken, '');
  const path = await writeBrowserScript(
    `while [ ! -e '${tried}' ]; do sleep 0.05; done; [ ! -e '${broken}' ] || exit 1`,
  );
  await environment.restart({ CHROMIUM_PATH: path });
  await writeFile(tried, '');
  await eventually(async () => (await fetchReadiness()) === 503);
  const application = await buildPaidApplication(environment);
  await eventually(async () => (await application.fetchTicket()).status === 202);
  await rm(broken);
  await application.waitForTicket();
  await eventually(async () => (await fetchReadiness()) === 200);
  expect(environment.broker.eventsOfType(ticketIssued, application.id)).toHaveLength(1);
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
