import { fileURLToPath } from 'node:url';
import { type AuditEntry, getApplicationAudit } from '@archaka/contracts';
import { buildPdf, createVariables, eventually, runCommand } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const portal = setUpApplication();

const getEntries = () => portal.database.collection<AuditEntry>('audit_entries');
const findEntries = ({ person }: TestUser) =>
  getEntries().find({ 'subject.userId': person.id }).sort({ at: 1 }).toArray();
const waitUntilSealed = () =>
  eventually(async () => (await portal.count('audit_entries', { block: 0 })) === 0);
const runAudit = async (...args: string[]) =>
  runCommand({
    service: 'svc-application',
    name: 'audit',
    program: fileURLToPath(import.meta.resolve('@archaka/privacy-kit/audit-command')),
    args: ['svc-application', ...args],
    env: await createVariables('svc-application', portal.stage),
  });

test('records submission, edit and each read of the whole form without personal data, and shows the own entries page by page', async () => {
  const [{ user, ids }, { user: other }] = [await submitApplication(portal), await submitApplication(portal)];
  await user.edit(ids.application_id, { name: 'Another' });
  await user.readForm(ids.application_id);
  const entries = await findEntries(user);
  const actions = ['application.submitted', 'application.edited', 'application.read'];
  expect(entries.map(({ action }) => action)).toEqual(actions);
  const stored = JSON.stringify(entries);
  for (const personal of [user.person.number, user.person.aadhar, user.person.name, 'Another'])
    expect(stored).not.toContain(personal);
  expect(await portal.count('audit_entries', { 'subject.applicationId': ids.application_id })).toBe(3);

  const list = (of: TestUser, body: object = {}) => of.call(getApplicationAudit.name, body);
  const first = (await list(user, { limit: 1 })).body.data;
  expect(first).toMatchObject([{ action: 'application.read', actor: 'applicant' }]);
  const before = first[0]?.id;
  const rest = (await list(user, { before })).body.data;
  expect(rest).toMatchObject([{ action: 'application.edited' }, { action: 'application.submitted' }]);
  expect((await list(other)).body.data).toMatchObject([{ action: 'application.submitted' }]);
  expect((await list(other, { before })).http).toBe(400);
  expect((await list(user, { limit: 101 })).http).toBe(400);
});

test('records each read of a paper before its response, and neither a rejected read nor one of its details', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const { document_id } = await user.upload('birthcertificate', buildPdf(), 'జననం.pdf');
  const path = `/api/documents/${document_id}`;
  const headers = { accept: 'application/json' };
  expect(await (await user.fetch(path, { headers })).json()).toEqual({
    filetype: 'pdf',
    bytes: expect.any(Number),
    name: 'జననం.pdf',
    pages: 1,
    picture: expect.stringMatching(/^\/9j\//),
  });
  expect((await other.fetch(path, { headers })).status).toBe(403);
  expect((await user.fetch(path)).status).toBe(200);
  expect((await other.fetch(path)).status).toBe(403);
  const actor = { kind: 'applicant', id: user.person.id };
  const entries = await getEntries().find({ 'detail.paper': document_id }).toArray();
  expect(entries).toMatchObject([{ action: 'paper.read', actor, requestId: expect.any(String) }]);
});

test('detects changes in the database, also by a recorded operator', async () => {
  const { user } = await submitApplication(portal);
  await waitUntilSealed();
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
  await waitUntilSealed();
  const changed = { $set: { action: 'application.edited' } } as const;
  await getEntries().updateOne({ action: 'application.submitted' }, changed);
  expect(await runAudit('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/Entry .* of block \d+ was changed\./),
  });
  for (const [args, message] of [
    [['show'], 'name either --application or --user'],
    [['verify', '--why'], "option '--why <reason>' argument missing"],
  ] as const)
    expect(await runAudit(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
