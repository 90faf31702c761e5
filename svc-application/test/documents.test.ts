import { eventually, pdf, photo, uploadResumably } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const MEGABYTE = 1024 * 1024;
const paddedPdf = (bytes: number) => Buffer.concat([pdf(), Buffer.alloc(bytes - pdf().length, ' ')]);
const activePdf = (text: string) =>
  Buffer.from(
    `${pdf(text).toString('latin1').replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>')}%EICAR`,
    'latin1',
  );
const asDataUrl = (bytes: Buffer) => [
  { reviewimg: `data:application/pdf;base64,${bytes.toString('base64')}`, filetype: 'pdf' },
];
const asFile = (document_id: string, filetype: string) => [{ document_id, filetype }];

describe('uploading a document', () => {
  test('when it is picked, then it is stored, and comes back to its owner safely', async () => {
    const user = await portal.user();
    const bytes = pdf('Birth');
    const { http, headers: _, ...uploaded } = await user.upload('birthcertificate', bytes, 'photo.jpg');
    expect(http).toBe(201);
    expect(uploaded).toEqual({ document_id: expect.any(String), filetype: 'pdf', bytes: bytes.length });
    const response = await user.fetch(`/api/documents/${uploaded.document_id}`);
    expect(await response.text()).toMatch(/^%PDF-.*\(Birth\) Tj.*%%EOF$/s);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="document.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test.each([
    ['perviouscertificate', pdf(), 'pdf'],
    ['markmemos', paddedPdf(2 * MEGABYTE), 'pdf'],
  ])('a %s may be a PDF', async (kind, bytes, filetype) => {
    const user = await portal.user();
    expect(await user.upload(kind, bytes)).toMatchObject({ http: 201, filetype });
  });

  test('an image may be a JPEG or a PNG', async () => {
    const user = await portal.user();
    expect(await user.upload('image', await photo('jpeg'))).toMatchObject({ http: 201, filetype: 'jpeg' });
    expect(await user.upload('image', await photo('png'), 'x.pdf')).toMatchObject({
      http: 201,
      filetype: 'png',
    });
  });

  test.each([
    ['the kind is not known', 'aadhaar', pdf(), 400, 'Choose what the file is'],
    ['a paper is beyond 2 MB', 'birthcertificate', paddedPdf(2 * MEGABYTE + 1), 413, undefined],
    ['anything has 30 MB', 'birthcertificate', Buffer.alloc(30 * MEGABYTE), 413, undefined],
    ['a paper is empty', 'birthcertificate', Buffer.alloc(0), 415, 'Upload Pdf Only'],
    ['a photo is empty', 'image', Buffer.alloc(0), 415, 'Please upload Your photo'],
    ['anything is beyond 5 MB', 'image', Buffer.alloc(5 * MEGABYTE + 1), 413, undefined],
    ['a photo is none', 'image', Buffer.from('GIF89a'), 415, 'Please upload Your photo'],
    ['a paper is text', 'markmemos', Buffer.from('marks'), 415, 'Upload Pdf Only'],
  ])('when %s, then it is refused', async (_what, kind, bytes, status, title) => {
    const user = await portal.user();
    const refused = await user.upload(kind, bytes);
    expect(refused.http).toBe(status);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    if (title) expect(refused.title).toBe(title);
  });

  test('when a PDF could do something, then its pages are stored and nothing else, whichever way it came', async () => {
    const user = await portal.user();
    const url = portal.stage.urls.application;
    const uploaded = await user.upload('markmemos', activePdf('one'));
    const file = { headers: user.auth, kind: 'markmemos', bytes: activePdf('other') };
    const resumed = (await uploadResumably(url, file)).body;
    await user.save({ birthcertificate: asDataUrl(activePdf('third')) });
    const [draft] = await user.draft();
    const [brought] = (draft?.birthcertificate ?? []) as { document_id: string }[];
    for (const id of [uploaded.document_id, resumed?.document_id, brought?.document_id]) {
      const stored = await (await user.fetch(`/api/documents/${id}`)).text();
      expect(stored).toContain('/Contents');
      expect(stored).not.toMatch(/JavaScript|OpenAction|EICAR/);
    }
  });

  test('when a PDF cannot be opened, then it is refused in words, whichever way it came', async () => {
    const user = await portal.user();
    const broken = Buffer.from('%PDF-1.7\nnonsense');
    const words = 'This PDF cannot be opened. Please upload another copy of it.';
    const uploaded = await user.upload('markmemos', broken);
    expect([uploaded.http, uploaded.title]).toEqual([400, words]);
    const file = { headers: user.auth, kind: 'markmemos', bytes: broken };
    const resumed = await uploadResumably(portal.stage.urls.application, file);
    expect([resumed.http, resumed.body?.title]).toEqual([400, words]);
    const saved = await user.save({ birthcertificate: asDataUrl(broken) });
    expect([saved.http, saved.body.errors]).toEqual([400, [{ field: 'birthcertificate', message: words }]]);
  });

  test('when a form has its fields in another order, then it is taken; when it repeats one, then not', async () => {
    const user = await portal.user();
    const post = async (fields: [string, string | Blob][]) => {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      const response = await user.fetch('/api/documents', { method: 'POST', body });
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    const file: [string, Blob] = ['file', new Blob([new Uint8Array(pdf())])];
    const kind: [string, string] = ['kind', 'markmemos'];
    const problem = [400, 'application/problem+json'];
    expect(await post([file, kind])).toEqual([201, 'application/json']);
    expect(await post([kind, file, kind])).toEqual(problem);
    expect(await post([kind, file, file])).toEqual(problem);
    expect(await post([['kind[]', 'markmemos'], file])).toEqual(problem);
    expect(await post([kind, ['file', 'text in place of a file']])).toEqual(problem);
    expect(await post([...Array<[string, string]>(6).fill(['other', 'x']), kind, file])).toEqual(problem);
  });

  test('when nobody is signed in, or another site sends, or it is no form, then it is refused', async () => {
    const user = await portal.user();
    const post = async (headers: Record<string, string>, body: FormData | string) =>
      (await fetch(`${portal.stage.urls.application}/api/documents`, { method: 'POST', headers, body }))
        .status;
    const form = new FormData();
    form.set('kind', 'image');
    expect(await post({}, form)).toBe(401);
    expect(await post({ ...user.auth, origin: 'https://elsewhere.example' }, form)).toBe(403);
    expect(await post({ ...user.auth, 'sec-fetch-site': 'cross-site' }, form)).toBe(403);
    expect(await post({ ...user.auth, 'content-type': 'application/json' }, '{}')).toBe(415);
    expect(await post({ ...user.auth, 'content-type': 'multipart/form-data' }, 'x')).toBe(415);
    expect(await post({ ...user.auth, 'content-type': 'multipart/form-data; boundary=x' }, 'nonsense')).toBe(
      400,
    );
    expect(await post(user.auth, form)).toBe(400);
  });

  test('when a user brings the 61st file of a day, then it has to wait, and others need not', async () => {
    const [user, other] = [await portal.user(), await portal.user()];
    const bytes = pdf();
    for (let count = 0; count < 60; count += 1)
      expect((await user.upload('markmemos', bytes)).http).toBe(201);
    const refused = await user.upload('markmemos', bytes);
    expect(refused.http).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await other.upload('markmemos', bytes)).http).toBe(201);
    expect((await user.save()).http).toBe(429);
  });

  test('when the files of forms are no files, then they count all the same, before anybody looks into them', async () => {
    const user = await portal.user();
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1) {
      const broken = Buffer.from(`%PDF-1.7\nnonsense ${count}`);
      statuses.add((await user.save({ birthcertificate: asDataUrl(broken), image: asDataUrl(broken) })).http);
    }
    expect([...statuses]).toEqual([400]);
    const refused = await user.save({ birthcertificate: asDataUrl(Buffer.from('%PDF-1.7\nmore')) });
    expect(refused.http).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
  });

  test('when the same form is sent again and again, then its files count once', async () => {
    const user = await portal.user();
    for (let count = 0; count < 35; count += 1) expect((await user.save()).http).toBe(200);
  });
});

describe('whose a document is', () => {
  test('nobody else gets it, and services do', async () => {
    const [user, other] = [await portal.user(), await portal.user()];
    const { document_id } = await user.upload('birthcertificate', pdf());
    expect((await other.fetch(`/api/documents/${document_id}`)).status).toBe(403);
    expect((await other.fetch('/api/documents/nothing')).status).toBe(404);
    const internal = `${portal.stage.urls.application}/internal/documents/`;
    const asTicket = await portal.stage.asService('svc-ticket', 'svc-application', 'documents');
    const got = await fetch(internal + document_id, { headers: asTicket });
    expect(await got.text()).toContain('(Birth certificate) Tj');
    expect((await fetch(`${internal}nothing`, { headers: asTicket })).status).toBe(404);
    expect((await fetch(internal + document_id, { headers: user.auth })).status).toBe(401);
    expect((await fetch(internal + document_id)).status).toBe(401);
    const asPayment = await portal.stage.asService('svc-payment', 'svc-application', 'documents');
    expect((await fetch(internal + document_id, { headers: asPayment })).status).toBe(403);
    const forAnotherCall = await portal.stage.asService('svc-ticket', 'svc-application', 'findversion');
    expect((await fetch(internal + document_id, { headers: forAnotherCall })).status).toBe(403);
    expect((await fetch(`${portal.stage.urls.application}/api/documents/${document_id}`)).status).toBe(401);
  });

  test('when a form names uploaded documents, then they are its files', async () => {
    const user = await portal.user();
    const image = asFile((await user.upload('image', await photo('png'))).document_id, 'anything');
    const birthcertificate = asFile((await user.upload('birthcertificate', pdf())).document_id, 'pdf');
    expect((await user.submit({ image, birthcertificate })).body.status).toBe(200);
    const [record] = await user.listed();
    expect(record).toMatchObject({
      image: asFile(String(image[0]?.document_id), 'png'),
      birth_certificate: birthcertificate,
    });
  });

  test('when a form names another’s document, or none that exists, then it is refused', async () => {
    const [user, other] = [await portal.user(), await portal.user()];
    const { document_id } = await other.upload('birthcertificate', pdf());
    expect((await user.save({ birthcertificate: asFile(document_id, 'pdf') })).http).toBe(403);
    expect((await user.submit({ birthcertificate: asFile('nothing', 'pdf') })).http).toBe(403);
    expect(await user.draft()).toEqual([]);
  });

  test('when a form names a photo as a paper, then its bytes say no', async () => {
    const user = await portal.user();
    const { document_id } = await user.upload('image', await photo());
    const { http, body } = await user.save({ birthcertificate: asFile(document_id, 'pdf') });
    expect([http, body.title]).toEqual([400, 'Upload Pdf Only']);
  });
});

describe('documents that nothing names', () => {
  test('when one of long ago is named again, then it has its full time again', async () => {
    const user = await portal.user();
    const { document_id } = await user.upload('birthcertificate', pdf());
    const documents = portal.database.collection<{ _id: string; touchedAt: Date }>('documents');
    const longAgo = new Date(Date.now() - 29 * 24 * 3600_000);
    await documents.updateOne({ _id: document_id }, { $set: { touchedAt: longAgo } });
    await user.save({ birthcertificate: asFile(document_id, 'pdf') });
    const stored = await documents.findOne({ _id: document_id }, { projection: { touchedAt: 1 } });
    expect(Date.now() - Number(stored?.touchedAt)).toBeLessThan(60_000);
  });

  test('when 31 days have passed, then they are swept, and those of drafts and versions are kept', async () => {
    const [drafting, applying, neither] = [await portal.user(), await portal.user(), await portal.user()];
    const { document_id: forgotten } = await neither.upload('birthcertificate', pdf());
    await drafting.save();
    await applying.submit();
    const documents = portal.database.collection('documents');
    await documents.updateMany({}, { $set: { touchedAt: new Date(Date.now() - 32 * 24 * 3600_000) } });
    const { document_id: recent } = await neither.upload('image', await photo());
    const again = await portal.restart();
    await eventually(async () => (await neither.fetch(`/api/documents/${forgotten}`)).status === 404);
    expect((await neither.fetch(`/api/documents/${recent}`)).status).toBe(200);
    const named = [(await drafting.draft())[0], (await applying.listed())[0]].flatMap(
      (form) => form?.image as { document_id: string }[],
    );
    for (const [user, file] of [
      [drafting, named[0]],
      [applying, named[1]],
    ] as const)
      expect((await user.fetch(`/api/documents/${file?.document_id}`)).status).toBe(200);
    await again.stop();
  });
});
