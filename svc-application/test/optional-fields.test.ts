import {
  applicationRecord,
  applicationSubmitted,
  exportApplicationData,
  toCallPath,
} from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { buildPdf, dumpStore } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { setUpApplication } from './support/service.ts';
import type { Form } from './support/user.ts';

const voterCard = {
  kind: 'voter-card',
  name: 'Voter card',
  name_te: 'ఓటరు కార్డు',
  pattern: '[A-Z]{3}\\d{7}',
  example: 'ABC1234567',
};
const startedAt = new Date();
const portal = setUpApplication(() => {
  const { privacy_notice: notice } = exam2024;
  const parts = { ...notice.parts, identity_papers: notice.parts.aadhaar };
  return { examination: { identity_papers: [voterCard], privacy_notice: { ...notice, parts } } };
});

async function submitWith(changes: Form) {
  const user = await portal.createUser();
  expect((await user.submit(changes)).body.status).toBe(200);
  const record = applicationRecord.parse((await user.listApplications())[0]);
  const event = await portal.broker.waitForEvent(applicationSubmitted, record.application_id);
  return { user, record, event };
}

describe('scribe and extra time', () => {
  const accommodation = { scribe: 'own', compensatory_time: true };

  test('are in the record with their certificate, in the event without it, and in no log', async () => {
    const user = await portal.createUser();
    const { document_id, filetype } = await user.upload('accommodationcertificate', buildPdf());
    const accommodationcertificate = [{ document_id, filetype }];
    await user.save({ accommodation, accommodationcertificate });
    await user.save({ name: 'Sita' });
    const [draft] = await user.getDraft();
    expect(draft).toMatchObject({ name: 'Sita', accommodation, accommodationcertificate });
    await user.submit({ accommodation, accommodationcertificate });
    await user.submit({ accommodation: { scribe: 'a friend', compensatory_time: true } });
    const record = applicationRecord.parse((await user.listApplications())[0]);
    expect(record).toMatchObject({ accommodation, accommodation_certificate: accommodationcertificate });
    const event = await portal.broker.waitForEvent(applicationSubmitted, record.application_id);
    expect(event.snapshot.accommodation).toEqual(accommodation);
    expect(JSON.stringify(event)).not.toContain(document_id);
    expect(portal.service.logs()).not.toMatch(/compensatory|"own"|a friend/);
  });

  test('need a certificate that is a PDF', async () => {
    const user = await portal.createUser();
    const { image } = await user.form();
    const { body } = await user.save({ accommodation, accommodationcertificate: image });
    expect(body.errors).toEqual([{ field: 'accommodationcertificate', message: 'Upload Pdf Only' }]);
  });
});

describe('another identity paper', () => {
  let papers = 0;
  const createPaper = () => {
    papers += 1;
    return { aadhar: '', identity_kind: 'voter-card', identity_number: `XYZ${4_000_000 + papers}` };
  };

  test('is masked in record, event and export, in full for its owner in the form, and nowhere in plain text', async () => {
    const paper = createPaper();
    const { identity_number: number } = paper;
    const { user, record, event } = await submitWith(paper);
    const masked = { name: voterCard.name, name_te: voterCard.name_te, number: `**** ${number.slice(-4)}` };
    expect(record).toMatchObject({ aadhar: '', identity_paper: masked });
    expect(event.snapshot).toMatchObject({ aadhaar_masked: '', identity_paper: masked });
    expect(await user.readForm(record.application_id)).toMatchObject(paper);
    const { authorizeService, urls } = portal.stage;
    const exported = await fetch(urls.application + toCallPath(exportApplicationData), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(await authorizeService('svc-auth', 'svc-application', exportApplicationData.name)),
      },
      body: JSON.stringify({ user_id: user.person.id, part: 'records' }),
    });
    const records = await exported.text();
    expect(records).toContain(JSON.stringify(masked));
    await (await portal.createUser()).submit({ ...paper, name: '' });
    const { client, databaseName: prefix } = portal.database;
    const stored = await dumpStore(client, { prefix, since: startedAt });
    const events = JSON.stringify(portal.broker.eventsAbout(record.application_id));
    for (const text of [records, stored.toString('latin1'), portal.service.logs(), events])
      expect(text).not.toContain(number);
  });

  test('belongs to one application, however another applicant types the number', async () => {
    const paper = createPaper();
    const { user } = await submitWith(paper);
    const other = await portal.createUser();
    const typed = { ...paper, identity_number: paper.identity_number.toLowerCase().replace('xyz', 'xyz / ') };
    for (const send of [
      () => other.call('checkaadhar', typed),
      () => other.save(typed),
      () => other.submit(typed),
    ])
      expect((await send()).body.status).toBe(421);
    expect((await user.call('checkaadhar', typed)).body).toEqual({ status: 200 });
    expect((await other.call('checkaadhar', createPaper())).body).toEqual({ status: 200 });
  });

  test('replaces an Aadhaar number by an edit, which others may use from then on', async () => {
    const { user, record } = await submitWith({});
    const other = await portal.createUser();
    const { aadhar } = user.person;
    expect((await other.submit({ aadhar })).body.status).toBe(421);
    expect((await user.edit(record.application_id, createPaper())).body.status).toBe(200);
    expect((await other.submit({ aadhar })).body.status).toBe(200);
  });

  test('counts with Aadhaar numbers in the daily limit', async () => {
    const user = await portal.createUser();
    const check = (body: object) => user.call('checkaadhar', body);
    await check({ aadhar: user.person.aadhar });
    for (let count = 1; count < 20; count += 1) expect((await check(createPaper())).http).toBe(200);
    expect((await check(createPaper())).http).toBe(429);
  });
});
