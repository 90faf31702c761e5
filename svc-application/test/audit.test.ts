import type { AuditEntry } from '@archaka/contracts';
import { buildPdf, createVariables, eventually, runCommand } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const getEntries = () => portal.database.collection<AuditEntry>('audit_entries');
const listActions = async ({ person }: TestUser) => {
  const found = await getEntries().find({ 'subject.userId': person.id }).sort({ at: 1 }).toArray();
  return found.map(({ action }) => action);
};
const runAudit = async (...args: string[]) =>
  runCommand({
    service: 'svc-application',
    name: 'audit',
    args,
    env: await createVariables('svc-application', portal.stage),
  });

test('records submission, edit and each read of the whole form, without personal data', async () => {
  const user = await portal.createUser();
  await user.submit();
  const [{ application_id } = { application_id: '' }] = await user.listApplications();
  await user.call('upadteapplication', await user.form({ id: application_id, name: 'Another' }));
  await user.call('getapplicationform', { application_id });
  expect(await listActions(user)).toEqual([
    'application.submitted',
    'application.edited',
    'application.read',
  ]);
  const stored = JSON.stringify(await getEntries().find({ 'subject.userId': user.person.id }).toArray());
  for (const personal of [user.person.number, user.person.aadhar, user.person.name, 'Another'])
    expect(stored).not.toContain(personal);
  expect(await getEntries().countDocuments({ 'subject.applicationId': application_id })).toBe(3);
});

test('records each read of a paper before its response, and no rejected read', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const { document_id } = await user.upload('birthcertificate', await buildPdf());
  const path = `/api/documents/${document_id}`;
  expect((await user.fetch(path)).status).toBe(200);
  expect((await other.fetch(path)).status).toBe(403);
  const [entry, ...more] = await getEntries().find({ 'detail.paper': document_id }).toArray();
  expect(entry).toMatchObject({
    action: 'paper.read',
    actor: { kind: 'applicant', id: user.person.id },
    requestId: expect.any(String),
  });
  expect(more).toEqual([]);
});

test('rolls the entry of a submission back with it on a conflict', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  await user.submit();
  expect((await other.submit({ aadhar: user.person.aadhar })).body.status).toBe(421);
  expect(await listActions(other)).toEqual([]);
});

test('detects changes in the database, also by a recorded operator', async () => {
  const user = await portal.createUser();
  await user.submit();
  await eventually(async () => (await getEntries().countDocuments({ block: 0 })) === 0);
  expect(await runAudit('verify', '--why', 'monthly check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing was changed, removed or added'),
  });
  const shown = await runAudit('show', '--user', user.person.id);
  expect(shown.stdout).toMatch(/application\.submitted {2}applicant/);
  expect(await getEntries().find({ action: 'command.audit' }).sort({ at: 1 }).toArray()).toMatchObject([
    { actor: { kind: 'operator' }, why: 'monthly check', detail: { what: 'verify' } },
    { actor: { id: 'operator-1' }, why: '', subject: { userId: user.person.id } },
  ]);
  await eventually(async () => (await getEntries().countDocuments({ block: 0 })) === 0);
  await getEntries().updateOne(
    { action: 'application.submitted' },
    { $set: { action: 'application.edited' } },
  );
  expect(await runAudit('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Entry .* of block \d+ was changed\./),
  });
  expect(await runAudit('show')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name either --application or --user'),
  });
});
