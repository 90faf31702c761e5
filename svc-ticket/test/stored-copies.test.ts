import { fileURLToPath } from 'node:url';
import { applicationWithdrawn, paymentCaptured } from '@archaka/contracts';
import { Sweeper } from '@archaka/privacy-kit';
import { countExamined, findCollectionScans } from '@archaka/test-kit';
import { describe, expect, jest, test } from '@jest/globals';
import { type Application, applyReversal } from '../src/domain/application.ts';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { createEventHandlers } from '../src/events/handlers.ts';
import { createErasePerson, createRetainedData, onApplicationWithdrawn } from '../src/personal-data.ts';
import { createTicketStore, issueTicket, log, saveApplication } from './support/ticket-store.ts';

/** The closing of exams/2024.json is the end of 2030 in India. */
const BEFORE_UNPAID = new Date('2031-06-28T18:29:59Z');
const AFTER_UNPAID = new Date('2031-06-30T18:29:59Z');
const BEFORE_PAID = new Date('2033-12-30T18:29:59Z');
const AFTER_PAID = new Date('2034-01-01T18:29:59Z');

const { db, personal, repositories, originals, services, storeCopy, readTickets } = createTicketStore();

const createSweeperAt = (now: Date) =>
  new Sweeper({
    service: 'ticket',
    data: createRetainedData({ db: db(), services, repositories: repositories() }),
    files: {
      EXAM_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/2024.json')),
      RETENTION_FILE: fileURLToPath(import.meta.resolve('@archaka/exams/retention.json')),
    },
    db: db(),
    log,
    getNow: async () => now,
  });
const sweepAt = (now: Date) => createSweeperAt(now).sweep(new AbortController().signal);

const buildCopy = (application_id: string): Application => {
  const snapshot = buildSnapshot({ application_id });
  return { application_id, newest: { version: 2, user_id: 'user', snapshot } };
};
const payment = (id: string) => ({ order_id: `order_${id}`, payment_id: `pay_${id}`, amount: 10_000 });

/** A paid application with two tickets, a seat and a queued ticket. */
async function addPaid(id: string): Promise<Application> {
  const { applications, tickets, allotments, jobs } = repositories();
  const application = { ...buildCopy(id), payments: [payment(id)] };
  await saveApplication(applications, application);
  for (const version of [1, 2])
    await issueTicket(
      { db: db(), tickets },
      { application_id: id, version, user_id: 'user', token: `${id} ${version}`, pdf: Buffer.from('%') },
    );
  const seat = { year: '2024', district: 'Tirupati', centre: 'TPT', seat: Number(id.slice(-1)), notice: 'n' };
  await allotments.add([{ ...seat, application_id: id, roll_number: id }]);
  await jobs.enqueue(id, 2);
  return application;
}

const count = (name: string, filter = {}) => db().connection.collection(name).countDocuments(filter);
async function countRows(id: string) {
  return {
    applications: await count('applications', { _id: id as never }),
    tickets: await count('tickets', { application_id: id }),
    allotments: await count('allotments', { _id: id as never }),
    jobs: await count('jobs', { _id: id as never }),
  };
}
const ALL = { applications: 1, tickets: 2, allotments: 1, jobs: 1 };
const NONE = { applications: 0, tickets: 0, allotments: 0, jobs: 0 };

describe('each kind of data', () => {
  test('stays as a paid application with tickets and seat for three years, then is deleted; the next year stays', async () => {
    await addPaid('ARC24-00000001');
    await addPaid('ARC31-00000002');
    await sweepAt(BEFORE_PAID);
    expect(await countRows('ARC24-00000001')).toEqual(ALL);
    await sweepAt(AFTER_PAID);
    expect(await countRows('ARC24-00000001')).toEqual(NONE);
    expect(await countRows('ARC31-00000002')).toEqual(ALL);
  });

  test('stays as an unpaid application for 180 days, then is deleted; so is a refunded one with its tickets, and a paid one stays', async () => {
    const { applications } = repositories();
    await saveApplication(applications, buildCopy('ARC24-00000003'));
    const refunded = await addPaid('ARC24-00000004');
    await saveApplication(applications, applyReversal(refunded, 'pay_ARC24-00000004'));
    await addPaid('ARC24-00000005');
    await sweepAt(BEFORE_UNPAID);
    expect(await countRows('ARC24-00000003')).toMatchObject({ applications: 1 });
    expect(await countRows('ARC24-00000004')).toEqual(ALL);
    await sweepAt(AFTER_UNPAID);
    expect(await countRows('ARC24-00000003')).toEqual(NONE);
    expect(await countRows('ARC24-00000004')).toEqual(NONE);
    expect(await countRows('ARC24-00000005')).toEqual(ALL);
  });
});

test('a copy stays as long as svc-application has its application; a sweep reads no whole collection', async () => {
  await addPaid('ARC24-00000006');
  originals.add('ARC24-00000006');
  await sweepAt(AFTER_PAID);
  expect(await countRows('ARC24-00000006')).toEqual(ALL);
  originals.clear();
  const { queries, scanned } = await findCollectionScans(db().connection, () => sweepAt(AFTER_PAID));
  expect(queries).toBeGreaterThan(5);
  expect(scanned).toEqual([]);
  expect(await countRows('ARC24-00000006')).toEqual(NONE);
});

test('deletes the copy of a withdrawn application with its tickets, once, and drops a later event about it', async () => {
  const own = repositories();
  const services = { call: () => Promise.reject(new Error('nobody is asked')) };
  const handler = onApplicationWithdrawn({ repositories: own, db: db(), services });
  expect(handler.definition).toBe(applicationWithdrawn);
  await storeCopy('ARC24-GONE');
  await storeCopy('ARC24-OTHER');
  for (const application_id of ['ARC24-GONE', 'ARC24-GONE', 'ARC24-EARLY'])
    await handler.prepare({ data: { application_id } } as never)();
  expect(await readTickets()).toEqual(['ARC24-OTHER']);

  const captured = createEventHandlers(own).find(({ definition }) => definition === paymentCaptured);
  const at = new Date().toISOString();
  for (const application_id of ['ARC24-GONE', 'ARC24-EARLY']) {
    const data = { application_id, order_id: 'order_1', payment_id: 'pay_1', amount: 10_000, at };
    await expect(captured?.prepare({ data } as never)()).rejects.toThrow('its subject is deleted');
    expect(await own.applications.find(application_id)).toBeUndefined();
  }
  expect(await own.applications.find('ARC24-OTHER')).toBeDefined();
});

const UNTIL = new Date('2033-12-31T18:29:59Z');

const photos = { forgetAll: jest.fn() };
const erasePerson = (userId = 'u1') =>
  createErasePerson({
    ...{ repositories: repositories(), db: db(), services, photos },
    findDueDate: async () => UNTIL,
  })(userId, []);

test('deletes the copies of deleted applications with tickets and photos, and of no other person', async () => {
  await storeCopy('ARC24-ERASED');
  await storeCopy('ARC24-OTHERS', { userId: 'u2' });
  expect(await erasePerson()).toEqual([]);
  expect(await readTickets()).toEqual(['ARC24-OTHERS']);
  expect(photos.forgetAll).toHaveBeenCalled();
});

test('waits for svc-application, and leaves a paid application until its date', async () => {
  await storeCopy('ARC24-OPEN');
  await storeCopy('ARC24-PAID', { isPaid: true });
  originals.add('ARC24-OPEN').add('ARC24-PAID');
  expect(await erasePerson()).toEqual([
    { kind: 'unpaid-application', because: 'application', until: null },
    { kind: 'paid-application', because: 'retention', until: UNTIL.toISOString() },
  ]);
  originals.delete('ARC24-OPEN');
  expect(await erasePerson()).toHaveLength(1);
  expect(await readTickets()).toEqual(['ARC24-PAID']);
});

test('deletes a copy that a late event stored, when the key of the person is destroyed already', async () => {
  await storeCopy('ARC24-LATE', { userId: 'u3' });
  await personal().destroyDataKey('u3');
  expect(await erasePerson('u3')).toEqual([]);
  expect(await readTickets()).toEqual([]);
  expect(await db().connection.collection('applications').countDocuments()).toBe(0);
});

const ID = 'ARC24-EDITED';
test('does not issue a version that was edited while its ticket was printed, and leaves the newer one due', async () => {
  const { jobs } = repositories();
  const claim = async () => {
    const [claimed] = await jobs.rows.claim({ limit: 1 });
    if (!claimed) throw new Error('no ticket is due');
    return claimed.row;
  };
  await jobs.enqueue(ID, 1);
  const older = await claim();
  await jobs.enqueue(ID, 2);
  expect(await jobs.complete(older)).toBe(false);
  const newer = await claim();
  expect(newer.version).toBe(2);
  expect([await jobs.complete(newer), await jobs.complete(newer)]).toEqual([true, false]);
});

const CENTRES = [
  { name: 'Anakapalli', name_te: 'అనకాపల్లి' },
  { name: 'Tirupati', name_te: 'తిరుపతి' },
];
const APPLICATIONS_OF_A_CENTRE = 30;

test('lists the centres of a year by reading one application of each', async () => {
  const { applications } = repositories();
  for (const centre_district of CENTRES)
    for (let number = 0; number < APPLICATIONS_OF_A_CENTRE; number += 1) {
      const application_id = `ARC24-${centre_district.name}${number}`;
      const snapshot = buildSnapshot({ application_id, centre_district });
      await saveApplication(applications, {
        application_id,
        newest: { version: 1, user_id: 'user', snapshot },
      });
    }
  const examined = await countExamined(db().connection, async () => {
    expect(await applications.listCentres('2024')).toEqual(CENTRES);
  });
  expect(examined.rows).toBe(CENTRES.length);
});
