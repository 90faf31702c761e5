import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ticketIssued } from '@archaka/contracts';
import { buildApplicant, eventually, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildCentre } from '../src/domain/testing/builders.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { buildApplication, buildPaidApplication, type TestApplication } from './support/applications.ts';
import { readTable, runHallPack, startAllotment } from './support/commands.ts';
import { readPdf } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const DATES = { examination_date: '2027-01-15', reporting_time: '08:30' };
const CENTRES = [
  buildCentre({ code: '101', capacity: 1 }),
  buildCentre({
    code: '102',
    name: 'Town Hall',
    name_te: 'టౌన్ హాల్',
    capacity: 3,
    accessible: true,
    address: 'Fort Road',
    address_te: 'ఫోర్ట్ రోడ్',
  }),
];
const NEEDS = { scribe: 'own', compensatory_time: true } as const;

const folder = await openTempFolder();
const examFile = await writeExamination(folder, { ...DATES, centres: CENTRES });
const environment = await openTicketEnvironment({ EXAM_FILE: examFile });

const out = (name: string) => join(folder, name);
const allot = async (name: string, ...args: string[]) => {
  const run = await startAllotment(environment.stage, ['--out', out(name), ...args], examFile);
  return { ...(await run.result), seats: await readTable(out(name), 'seats.csv') };
};
const toSeats = (rows: readonly Readonly<Record<string, string>>[]) =>
  Object.fromEntries(rows.map(({ application_id, roll_number }) => [application_id, roll_number]));

async function addCandidate(overrides: Parameters<TestApplication['submit']>[0] = {}) {
  const application = await buildPaidApplication(environment, { dob: '1984-06-02', ...overrides });
  await application.waitForTicket();
  return application;
}
const waitForIssues = ({ id }: TestApplication, count: number) =>
  eventually(
    () => {
      const issued = environment.broker.eventsOfType(ticketIssued, id);
      return issued.length === count && issued;
    },
    { timeoutMs: 30_000 },
  );

const first = await addCandidate();
const needy = await addCandidate({ accommodation: NEEDS });

test('reports in a dry run what it would assign, and assigns nothing', async () => {
  const { stdout, code, seats } = await allot('dry', '--dry-run');
  expect(stdout).toContain('101 Hindu College: 1 seats allotted, 1 of them now, 0 free');
  expect(stdout).toContain('This was a dry run: no seat was allotted.');
  expect(code).toBe(0);
  expect(toSeats(seats)).toEqual({ [first.id]: '24-101-0001', [needy.id]: '24-102-0001' });
  expect((await stat(out('dry'))).mode & 0o077).toBe(0);
  expect((await readPdf(await first.waitForTicket())).text).not.toContain('24-101-0001');
});

test('reissues a ticket from before its seat with date, time, centre and roll number', async () => {
  const { code, seats } = await allot('first');
  expect(code).toBe(0);
  expect(seats.map(({ status }) => status)).toEqual(['new', 'new']);
  const [, anew] = await waitForIssues(first, 2);
  expect(anew).toMatchObject({
    version: 1,
    hall: {
      roll_number: '24-101-0001',
      centre: { name: 'Hindu College', address_te: CENTRES[0]?.address_te },
    },
  });
  const { text, pages } = await readPdf(await first.waitForTicket());
  expect(pages).toBe(1);
  for (const words of [
    ...['24-101-0001', '15-01-2027', '8:30 am', 'Hindu College, Main Road, Anakapalli 531001', '02-06-1984'],
    ...["Candidate's signature", "Invigilator's signature", 'Be at the centre by 8:30 am'],
  ]) {
    expect(text).toContain(words);
  }
});

test('assigns one seat to each new candidate in two concurrent runs, and changes none', async () => {
  const newcomers = [await addCandidate(), await addCandidate(), await addCandidate()];
  const before = toSeats((await allot('dry-again', '--dry-run')).seats);
  await Promise.all([allot('one'), allot('other')]);
  const { code, stdout, seats } = await allot('last');
  expect(toSeats(seats)).toEqual(before);
  expect(toSeats(seats)).toMatchObject({ [first.id]: '24-101-0001', [needy.id]: '24-102-0001' });
  expect(seats.map(({ status }) => status)).toEqual(['earlier', 'earlier', 'earlier', 'earlier']);
  expect(stdout).toContain('Tickets reissued: 0.');

  for (const seated of newcomers.filter(({ id }) => id in before)) await waitForIssues(seated, 2);

  expect(code).toBe(1);
  const [unplaced, ...others] = await readTable(out('last'), 'unplaced.csv');
  expect(others).toEqual([]);
  expect(newcomers.map(({ id }) => id)).toContain(unplaced?.application_id);
  expect(unplaced?.reason).toBe('all centres of the district are full');
  expect(await readTable(out('last'), 'centres.csv')).toMatchObject([
    { code: '101', capacity: '1', given: '1', free: '0' },
    { code: '102', capacity: '3', given: '3', free: '0' },
  ]);
});

test('serves a calendar file to the owner of a paid application only', async () => {
  const get = async (id: string, user = buildApplicant()) =>
    fetch(`${environment.service().url}/api/tickets/${id}/calendar`, {
      headers: await environment.stage.authorizeUser(user, 'svc-ticket'),
    });
  const owner = first.owner;
  const response = await get(first.id, owner);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await response.text()).replaceAll('\r\n ', '')).toContain('DTSTART:20270115T030000Z');
  expect((await get(first.id)).status).toBe(403);
  const unpaid = buildApplication(environment);
  await unpaid.submit();
  await eventually(async () => (await get(unpaid.id, unpaid.owner)).status === 404);
});

test('orders the lists of a hall pack by centre and roll number', async () => {
  const pack = out('pack');
  const { code } = await runHallPack(environment.stage, ['--centre', 'Anakapalli', '--out', pack], examFile);
  expect(code).toBe(0);
  const rows = await readTable(pack, 'list.csv');
  const rolls = rows.map(({ roll_number }) => roll_number);
  expect(rolls).toEqual(['24-101-0001', '24-102-0001', '24-102-0002', '24-102-0003', '']);
  expect(rows[0]).toMatchObject({ centre_code: '101', centre: 'Hindu College' });
  const { pages, text } = await readPdf(await readFile(join(pack, 'attendance.pdf')));
  expect(pages).toBe(3);
  expect(text).toContain('24-101-0001');
  expect(text).toContain('Hindu College');
});
