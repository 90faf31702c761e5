import {
  type AllotmentState,
  type CandidateChange,
  carryOutAllotment,
  type HallDistrict,
  listHalls,
  listPlannedSeats,
  type PlannedSeat,
  prepareAllotment,
  type SeatList,
  ticketIssued,
} from '@archaka/contracts';
import { buildApplicant, eventually, writeExamination } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { buildCentre } from '../src/domain/testing/builders.ts';
import { openTempFolder } from '../src/testing/temp-folder.ts';
import { buildApplication, buildPaidApplication, type TestApplication } from './support/applications.ts';
import { openPack } from './support/hall-packs.ts';
import { readPdf } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const DATES = { examination_date: '2027-01-15', reporting_time: '08:30' };
/** Of each district one small centre, and another that is accessible. */
const DISTRICTS = ['Anakapalli', 'Guntur', 'Tirupati', 'Chittoor'];
const CENTRES = DISTRICTS.flatMap((district, index) => [
  buildCentre({ code: `1${index}1`, district, capacity: 1 }),
  buildCentre({ code: `1${index}2`, district, name: 'Town Hall', capacity: 1, accessible: true }),
]);
const NEEDS = { scribe: 'own', compensatory_time: true } as const;

const folder = await openTempFolder();
const examFile = await writeExamination(folder, { ...DATES, centres: CENTRES });
const environment = await openTicketEnvironment({ EXAM_FILE: examFile });

const addCandidates = (district: string, ...overrides: Parameters<TestApplication['submit']>[0][]) =>
  Promise.all(
    overrides.map(async (more) => {
      const centre_district = { name: district, name_te: district };
      const application = await buildPaidApplication(environment, {
        ...{ dob: '1984-06-02', centre_district },
        ...more,
      });
      await application.waitForTicket();
      return application;
    }),
  );

function openDistrict(district: string) {
  const read = async () => {
    const { data } = await environment.callAsDesk<HallDistrict>(listHalls);
    const found = data.find((each) => each.district === district);
    if (!found) throw new Error(`${district} is not listed`);
    return found;
  };
  const whenPlan = (state: AllotmentState) =>
    eventually(async () => {
      const { plan, ...more } = await read();
      return plan?.state === state && { ...more, plan };
    });
  const confirm = (number: number, staff_id = 'two') =>
    environment.callAsDesk<CandidateChange>(carryOutAllotment, { district, number, staff_id });
  const preview = async () => {
    const { status } = await environment.callAsDesk(prepareAllotment, { district, staff_id: 'one' });
    expect(status).toBe(200);
    return whenPlan('prepared');
  };
  return {
    ...{ read, whenPlan, confirm, preview },
    async allot() {
      expect((await confirm((await preview()).plan.number)).status).toBe(200);
      return whenPlan('allotted');
    },
    async readSeats(list: SeatList = 'all') {
      const number = (await read()).plan?.number;
      const { data } = await environment.callAsDesk<PlannedSeat>(listPlannedSeats, {
        district,
        number,
        list,
      });
      return data.map(({ application_id: id, roll_number: roll, status, note }) => ({
        id,
        roll,
        status,
        note,
      }));
    },
  };
}

const waitForIssues = ({ id }: TestApplication, count: number) =>
  eventually(
    () => {
      const issued = environment.broker.eventsOfType(ticketIssued, id);
      return issued.length === count && issued;
    },
    { timeoutMs: 30_000 },
  );

test('a previewed plan assigns nothing; once another person confirms it, tickets are reissued with the seats', async () => {
  const district = openDistrict('Anakapalli');
  const [first, needy] = (await addCandidates('Anakapalli', {}, { accommodation: NEEDS })) as [
    TestApplication,
    TestApplication,
  ];
  const { plan, paid, centres } = await district.preview();
  expect(paid).toBe(2);
  expect(plan).toMatchObject({
    prepared_by: 'one',
    counts: { paid: 2, ticketed: 2, seated: 2, new: 2, reissued: 0, unplaced: 0, to_check: 0 },
  });
  expect(centres).toMatchObject([
    { code: '101', capacity: 1, seated: 0, planned: 1 },
    { code: '102', capacity: 1, seated: 0, planned: 1 },
  ]);
  expect(await district.readSeats('new')).toMatchObject([
    { id: first.id, roll: '24-101-0001' },
    { id: needy.id, roll: '24-102-0001' },
  ]);
  const { number } = plan;
  expect((await district.confirm(number, 'one')).status).toBe(421);
  expect((await district.confirm(number + 1)).status).toBe(420);
  const other = { district: 'Anakapalli', number: number + 1 };
  expect((await environment.callAsDesk(listPlannedSeats, other)).http).toBe(404);
  expect(environment.broker.eventsOfType(ticketIssued, first.id)).toHaveLength(1);

  expect(await district.confirm(number)).toMatchObject({ status: 200, data: [] });
  expect((await district.whenPlan('allotted')).plan).toMatchObject({
    confirmed_by: 'two',
    done: 2,
    total: 2,
  });
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

test('who came, changed or left since the preview is listed, and nothing is allotted', async () => {
  const district = openDistrict('Guntur');
  const [changed, left] = await addCandidates('Guntur', {}, {});
  const { plan } = await district.preview();
  const [came] = await addCandidates('Guntur', {});
  await changed?.update(2, { centre_district: { name: 'Guntur', name_te: 'Guntur' } });
  await left?.reverse();
  const { data } = await eventually(async () => {
    const refused = await district.confirm(plan.number);
    return refused.data?.length === 3 && refused;
  });
  expect(new Map(data.map(({ application_id, change }) => [application_id, change]))).toEqual(
    new Map([
      [came?.id, 'added'],
      [changed?.id, 'changed'],
      [left?.id, 'removed'],
    ]),
  );
  expect((await district.read()).centres.map(({ seated }) => seated)).toEqual([0, 0]);
});

test('two who confirm one plan at once give each candidate one seat; a later plan changes none', async () => {
  const district = openDistrict('Tirupati');
  await addCandidates('Tirupati', {}, {}, {});
  const { plan } = await district.preview();
  expect(plan.counts).toMatchObject({ paid: 3, new: 2, unplaced: 1 });
  const planned = await district.readSeats();
  const answers = await Promise.all([district.confirm(plan.number), district.confirm(plan.number, 'three')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 420]);
  expect((await district.whenPlan('allotted')).centres.map(({ seated }) => seated)).toEqual([1, 1]);
  expect(await district.readSeats()).toEqual(planned);
  await district.preview();
  const [one, two, last] = planned;
  expect(await district.readSeats()).toEqual([
    { ...one, status: 'earlier' },
    { ...two, status: 'earlier' },
    { ...last, status: 'unplaced', note: 'full' },
  ]);
});

test('serves a calendar file to the owner of a paid application only', async () => {
  const get = async (id: string, user = buildApplicant()) =>
    fetch(`${environment.service().url}/api/tickets/${id}/calendar`, {
      headers: await environment.stage.authorizeUser(user, 'svc-ticket'),
    });
  const [first] = (await addCandidates('Tenali', {})) as [TestApplication];
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
  const candidates = await addCandidates('Chittoor', {}, {}, {});
  await openDistrict('Chittoor').allot();
  const findIssued = ({ id }: TestApplication) => environment.broker.eventsOfType(ticketIssued, id);
  // Two tickets are reissued with their seats.
  await eventually(() => candidates.flatMap(findIssued).length === 5, { timeoutMs: 30_000 });
  const { files } = await openPack(environment, 'Chittoor').make();
  const rows: Record<string, string>[] = parse(files.get('list.csv') ?? '', { columns: true, bom: true });
  expect(rows.map(({ roll_number }) => roll_number)).toEqual(['24-131-0001', '24-132-0001', '']);
  expect(rows[0]).toMatchObject({ centre_code: '131', centre: 'Hindu College' });
  const { pages, text } = await readPdf(files.get('attendance.pdf') ?? Buffer.alloc(0));
  expect(pages).toBe(3);
  expect(text).toContain('24-131-0001');
  expect(text).toContain('Hindu College');
});
