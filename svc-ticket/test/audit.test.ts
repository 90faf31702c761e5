import { type AuditEntry, getTicketAudit, toCallPath } from '@archaka/contracts';
import { type Applicant, buildApplicant, type Db } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildApplication, buildPaidApplication } from './support/applications.ts';
import { readCode } from './support/pdf.ts';
import { openTicketEnvironment, type TicketEnvironment } from './support/ticket-environment.ts';

let environment: TicketEnvironment;
let database: Db;
beforeAll(async () => {
  environment = await openTicketEnvironment();
  database = await environment.stage.openDatabase('ticket');
});
afterAll(() => environment.close());

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

test('records who downloaded and verified a ticket, and shows it to its owner only', async () => {
  const application = await buildPaidApplication(environment);
  const address = await readCode(await application.waitForTicket());
  const token = address.slice(address.lastIndexOf('/') + 1);
  expect((await application.fetchTicket(buildApplicant())).status).toBe(403);
  expect((await fetch(`${environment.service().url}/verify/${token}`)).status).toBe(200);
  expect((await fetch(`${environment.service().url}/verify/A`)).status).toBe(200);

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
