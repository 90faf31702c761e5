import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applicationRecord,
  applicationSubmitted,
  exportApplicationData,
  toCallPath,
} from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { dumpStore, writeExamination } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const voterCard = {
  kind: 'voter-card',
  name: 'Voter card',
  name_te: 'ఓటరు కార్డు',
  pattern: '[A-Z]{3}\\d{7}',
  example: 'ABC1234567',
};
const startedAt = new Date();
let portal: RunningApplication;
beforeAll(async () => {
  const { privacy_notice: notice } = exam2024;
  const parts = { ...notice.parts, identity_papers: notice.parts.aadhaar };
  const folder = await mkdtemp(join(tmpdir(), 'exam-'));
  const listing = { identity_papers: [voterCard], privacy_notice: { ...notice, parts } };
  const EXAM_FILE = await writeExamination(folder, listing);
  portal = await startApplication({ env: { EXAM_FILE } });
  portal.stage.register({ stop: () => rm(folder, { recursive: true }) });
});
afterAll(() => portal?.stop());

let papers = 0;
const createPaper = () => {
  papers += 1;
  return { aadhar: '', identity_kind: 'voter-card', identity_number: `XYZ${4_000_000 + papers}` };
};
const toMasked = (number: string) => ({
  name: voterCard.name,
  name_te: voterCard.name_te,
  number: `**** ${number.slice(-4)}`,
});
const submitWith = async (paper: ReturnType<typeof createPaper>) => {
  const user = await portal.createUser();
  expect((await user.submit(paper)).body.status).toBe(200);
  const [record] = await user.listApplications();
  return { user, record: applicationRecord.parse(record) };
};
const readForm = async (user: TestUser, application_id: string) =>
  (await user.call('getapplicationform', { application_id })).body.data;

describe('an application with another identity paper', () => {
  test('shows its number masked in record and event, and in full to its owner in the form', async () => {
    const paper = createPaper();
    const { user, record } = await submitWith(paper);
    const masked = toMasked(paper.identity_number);
    expect([record.aadhar, record.identity_paper]).toEqual(['', masked]);
    const { snapshot } = await portal.broker.waitForEvent(applicationSubmitted, record.application_id);
    expect([snapshot.aadhaar_masked, snapshot.identity_paper]).toEqual(['', masked]);
    expect(await readForm(user, record.application_id)).toMatchObject([paper]);
  });

  test('is the only one with its paper, however another applicant types the number', async () => {
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
    const [user, other, paper] = [await portal.createUser(), await portal.createUser(), createPaper()];
    await user.submit();
    const { aadhar } = user.person;
    const [{ application_id: id } = { application_id: '' }] = await user.listApplications();
    const edit = async (changes: object) =>
      (await user.call('upadteapplication', await user.form({ id, save_id: 2, ...changes }))).body.status;
    expect((await other.submit({ aadhar })).body.status).toBe(421);
    expect(await edit(paper)).toBe(200);
    expect((await other.submit({ aadhar })).body.status).toBe(200);
  });

  test('has its number masked in the download of the own data', async () => {
    const paper = createPaper();
    const { user } = await submitWith(paper);
    const token = await portal.stage.authorizeService(
      'svc-auth',
      'svc-application',
      exportApplicationData.name,
    );
    const response = await fetch(portal.stage.urls.application + toCallPath(exportApplicationData), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...token },
      body: JSON.stringify({ user_id: user.person.id, part: 'records' }),
    });
    const exported = await response.text();
    expect(exported).toContain(JSON.stringify(toMasked(paper.identity_number)));
    expect(exported).not.toContain(paper.identity_number);
  });

  test('has its number in plain text in no collection, event or log', async () => {
    const paper = createPaper();
    const { record } = await submitWith(paper);
    await (await portal.createUser()).submit({ ...paper, name: '' });
    const { client, databaseName: prefix } = portal.database;
    const texts = [
      (await dumpStore(client, { prefix, since: startedAt })).toString('latin1'),
      portal.service.logs(),
      JSON.stringify(portal.broker.eventsAbout(record.application_id)),
    ];
    for (const text of texts) expect(text).not.toContain(paper.identity_number);
  });
});

test('counts papers and Aadhaar numbers together in the daily limit', async () => {
  const user = await portal.createUser();
  const check = (body: object) => user.call('checkaadhar', body);
  await check({ aadhar: user.person.aadhar });
  for (let count = 1; count < 20; count += 1) expect((await check(createPaper())).http).toBe(200);
  expect((await check(createPaper())).http).toBe(429);
});
