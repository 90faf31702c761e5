import {
  type AuditEntry,
  applicationRecord,
  erasureRequested,
  findCases,
  getApplicationAudit,
  internalRoutes,
  listCases,
  listContacts,
  orderCreated,
  readCase,
  readCases,
} from '@archaka/contracts';
import { buildApplicant, buildFormPaper, buildPdf, eventually } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';
import { callAs } from './support/services.ts';

const portal = setUpApplication();

const readAudit = (applicationId: string) =>
  portal.database
    .collection<AuditEntry>('audit_entries')
    .find({ 'subject.applicationId': applicationId, 'actor.kind': 'operator' })
    .sort({ at: 1 })
    .toArray();
const toIds = (data: readonly { application_id: string }[] = []) =>
  data.map(({ application_id }) => application_id);
const find = async (keys: Parameters<typeof callAs<typeof findCases.request, never>>[3]) =>
  toIds((await callAs(portal, 'svc-desk', findCases, keys)).body.data);

describe('an application for the staff', () => {
  test('is read with its versions, masked as its applicant lists it, and is recorded with the member', async () => {
    const { user, ids } = await submitApplication(portal);
    const { application_id } = ids;
    await user.edit(application_id, { name: 'Another Name' });

    const { body } = await callAs(portal, 'svc-desk', readCase, { application_id, staff_id: 'staff-1' });

    const [record] = await user.listApplications();
    const history = (await user.call('getapplicationhistory', { application_id })).body.data;
    expect(body.data).toEqual([{ user_id: user.person.id, record, versions: history }]);
    expect(JSON.stringify(body)).not.toContain(user.person.aadhar);
    expect(await readAudit(application_id)).toMatchObject([
      {
        action: 'case.read',
        actor: { kind: 'operator', id: 'staff-1' },
        subject: { userId: user.person.id, applicationId: application_id },
      },
    ]);
  });

  test('is revealed for a reason that its applicant reads, without the member', async () => {
    const { user, ids } = await submitApplication(portal);
    const reason = 'The applicant called about the address';
    const request = { application_id: ids.application_id, staff_id: 'staff-2', reason };
    expect((await callAs(portal, 'svc-desk', readCase, request)).body.data).toHaveLength(1);
    const [entry] = (await user.call(getApplicationAudit.name)).body.data;
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      action: 'case.revealed',
      actor: 'operator',
      application_id: ids.application_id,
      why: reason,
    });
  });

  test('is listed with name and number for a reason that each applicant reads', async () => {
    const [one, two] = [await submitApplication(portal), await submitApplication(portal)];
    const reason = 'Telephone calls about a changed centre';
    const application_ids = [one, two].map(({ ids }) => ids.application_id);
    const request = { application_ids: [...application_ids, 'ARC24-NOTHING0'], staff_id: 'staff-3', reason };
    const { body } = await callAs(portal, 'svc-desk', listContacts, request);
    const listed = new Map(
      (body.data ?? []).map(({ application_id, ...contact }) => [application_id, contact]),
    );
    expect(listed.size).toBe(2);
    for (const { user, ids } of [one, two]) {
      const [record] = await user.listApplications();
      const { number } = user.person;
      expect(listed.get(ids.application_id)).toEqual({ name: record?.name, number });
      const [entry] = (await user.call(getApplicationAudit.name)).body.data;
      const { application_id } = ids;
      expect(entry).toMatchObject({ action: 'case.listed', actor: 'operator', application_id, why: reason });
      expect(await readAudit(application_id)).toMatchObject([{ actor: { id: 'staff-3' }, why: reason }]);
    }
  });

  test('is absent and not recorded when it is unknown, and forbidden to other services', async () => {
    const request = { application_id: 'ARC24-NOTHING0', staff_id: 'staff-1' };
    expect((await callAs(portal, 'svc-desk', readCase, request)).body).toEqual({ status: 200, data: [] });
    expect(await readAudit(request.application_id)).toEqual([]);
    for (const [call, body] of [
      [readCase, request],
      [readCases, { application_ids: [] }],
      [findCases, {}],
      [listCases, { limit: 1 }],
      [listContacts, { application_ids: [], staff_id: 'staff-1', reason: 'asked' }],
    ] as const)
      expect((await callAs(portal, 'svc-ticket', call as typeof readCase, body as typeof request)).http).toBe(
        403,
      );
  });
});

test('reads the records of many applications, without erased and unknown ones', async () => {
  const [one, two, erased] = [
    await submitApplication(portal),
    await submitApplication(portal),
    await submitApplication(portal),
  ];
  const userId = erased.user.person.id;
  await portal.broker.publish(erasureRequested, { user_id: userId, at: new Date().toISOString() });
  await eventually(async () => (await portal.count('applications', { userId })) === 0);
  const { user: keyless, ids } = await submitApplication(portal);
  await portal.database
    .collection<{ _id: string }>('datakeys')
    .updateOne({ _id: keyless.person.id }, { $set: { erasedAt: new Date() }, $unset: { wrapped: 1 } });
  const application_ids = [...[one, two, erased].map(({ ids: { application_id } }) => application_id)];
  // An instance may open values for two seconds after the key is destroyed.
  const cases = await eventually(async () => {
    const request = { application_ids: [...application_ids, ids.application_id, 'ARC24-NOTHING0'] };
    const { data = [] } = (await callAs(portal, 'svc-desk', readCases, request)).body;
    return data.length === 2 && data;
  });
  const expected = await Promise.all(
    [one, two].map(async ({ user, readRecord }) => ({ user_id: user.person.id, record: await readRecord() })),
  );
  const sortById = (all: readonly { user_id: string }[]) =>
    all.toSorted((a, b) => a.user_id.localeCompare(b.user_id));
  expect(sortById(cases)).toEqual(sortById(expected));
  expect(await readAudit(one.ids.application_id)).toEqual([]);
});

describe('finding applications', () => {
  test('finds them by whole mobile and Aadhaar numbers and by each order, and by nothing else', async () => {
    const { user, ids } = await submitApplication(portal);
    const { number, aadhar: aadhaar } = user.person;
    const found = [ids.application_id];
    expect(await find({ number })).toEqual(found);
    expect(await find({ aadhaar })).toEqual(found);
    expect(await find({ order_id: ids.order_id })).toEqual(found);
    const second = { application_id: ids.application_id, order_id: `${ids.order_id}_2` };
    await portal.waitUntilHandled(
      await portal.broker.publish(orderCreated, { ...second, amount: 10_000, round: 2 }),
    );
    expect(await find({ order_id: second.order_id })).toEqual(found);
    expect(await find({ order_id: ids.order_id })).toEqual(found);
    for (const keys of [
      {},
      { number: '' },
      { number: number.slice(0, 9) },
      { aadhaar: number },
      { number: aadhaar },
      { order_id: 'order_none' },
    ])
      expect([keys, await find(keys)]).toEqual([keys, []]);
  });

  test('follows an edited Aadhaar number', async () => {
    const { user, ids } = await submitApplication(portal);
    const { aadhar } = buildApplicant();
    await user.edit(ids.application_id, { aadhar });
    expect(await find({ aadhaar: aadhar })).toEqual([ids.application_id]);
    expect(await find({ aadhaar: user.person.aadhar })).toEqual([]);
  });

  test('lists every application once, page by page', async () => {
    const listed: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { data } = (await callAs(portal, 'svc-desk', listCases, { after, limit: 2 })).body;
      const page = toIds(data);
      expect(page.length).toBeLessThanOrEqual(2);
      listed.push(...page);
      after = page.at(-1);
    }
    const stored = await portal.database.collection('applications').distinct('_id');
    expect(listed).toEqual(stored.map(String).toSorted());
  });
});

describe('a paper for the staff', () => {
  const toPaper = (files: unknown) => applicationRecord.shape.image.parse(files)[0]?.document_id ?? '';
  const fetchPaper = async (applicationId: string, paper: string, headers?: Record<string, string>) => {
    const path = internalRoutes.casePaper.path
      .replace(':application_id', applicationId)
      .replace(':id', paper)
      .replace(':staff_id', 'staff-3');
    const token = await portal.stage.authorizeService('svc-desk', 'svc-application', 'cases');
    return fetch(portal.stage.urls.application + path, { headers: headers ?? token });
  };

  test('is served when any version of the application names it, and is recorded with the member', async () => {
    const { user, ids, readRecord } = await submitApplication(portal);
    const { application_id } = ids;
    const getPaper = async () => toPaper((await readRecord())?.birth_certificate);
    const first = await getPaper();
    const replaced = { birthcertificate: buildFormPaper(buildPdf('Another')), birthcertificate_ind: 1 };
    expect((await user.edit(application_id, replaced)).body.status).toBe(200);
    const second = await getPaper();
    expect(second).not.toBe(first);
    for (const paper of [first, second]) {
      const served = await fetchPaper(application_id, paper);
      const own = await user.fetch(`/api/documents/${paper}`);
      expect(served.headers.get('content-type')).toBe('application/pdf');
      expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(await own.arrayBuffer()));
    }
    expect(await readAudit(application_id)).toMatchObject(
      [first, second].map((paper) => ({
        action: 'paper.read',
        actor: { kind: 'operator', id: 'staff-3' },
        subject: { userId: user.person.id, applicationId: application_id },
        detail: { paper },
      })),
    );
  });

  test('is not found under another application, nor before a form names it, and only svc-desk gets it', async () => {
    const [{ user, ids, readRecord }, other] = [
      await submitApplication(portal),
      await submitApplication(portal),
    ];
    const named = toPaper((await readRecord())?.image);
    const { document_id: unnamed } = await user.upload('birthcertificate', buildPdf('Not named'));
    expect((await fetchPaper(other.ids.application_id, named)).status).toBe(404);
    expect((await fetchPaper(ids.application_id, unnamed)).status).toBe(404);
    const { authorizeService } = portal.stage;
    for (const [headers, status] of [
      [await authorizeService('svc-ticket', 'svc-application', 'cases'), 403],
      [await authorizeService('svc-desk', 'svc-application', 'documents'), 403],
      [user.auth, 401],
      [{}, 401],
    ] as const)
      expect((await fetchPaper(ids.application_id, named, { ...headers })).status).toBe(status);
    expect(await readAudit(ids.application_id)).toEqual([]);
  });
});
