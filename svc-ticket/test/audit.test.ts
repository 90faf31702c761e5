import { type AuditEntry, getTicketAudit, toCallPath } from '@archaka/contracts';
import { type Applicant, buildApplicant } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildApplication, buildPaidApplication } from './support/applications.ts';
import { readToken } from './support/pdf.ts';
import { openTicketEnvironment } from './support/ticket-environment.ts';

const environment = await openTicketEnvironment();
const database = await environment.stage.openDatabase('ticket');

async function listOwn(user: Applicant) {
  const response = await fetch(`${environment.service().url}${toCallPath(getTicketAudit)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await environment.stage.authorizeUser(user, 'svc-ticket')),
    },
    body: '{}',
  });
  return ((await response.json()) as { data: { action: string; actor: string }[] }).data;
}

test('records who downloaded and verified a ticket, not who asked whether it is made, and shows it to its owner only', async () => {
  const application = await buildPaidApplication(environment);
  const token = await readToken(await application.waitForTicket());
  expect((await application.fetchTicket(buildApplicant())).status).toBe(403);
  expect(await application.isTicketMade()).toBe(true);
  for (const verified of [token, 'A']) expect((await environment.verify(verified)).status).toBe(200);

  expect(await listOwn(application.owner)).toMatchObject([
    { action: 'ticket.verified', actor: 'anonymous', application_id: application.id },
    { action: 'ticket.downloaded', actor: 'applicant', application_id: application.id },
  ]);
  expect(await listOwn(buildApplicant())).toEqual([]);
  const stored = await database.collection<AuditEntry>('audit_entries').find().toArray();
  expect(stored).toHaveLength(2);
  for (const personal of [application.owner.name, application.owner.number])
    expect(JSON.stringify(stored)).not.toContain(personal);
});

test('records the preview of a ticket', async () => {
  const application = buildApplication(environment);
  await application.submit();
  await application.waitForPreview('Preview only');
  expect(await listOwn(application.owner)).toMatchObject([{ action: 'preview.read' }]);
});
