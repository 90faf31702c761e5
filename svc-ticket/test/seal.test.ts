import { expect, test } from '@jest/globals';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { findPlainRows } from '../src/persistence/plain-rows.ts';
import { issueTicket } from './support/issue-ticket.ts';
import { createTicketStore } from './support/ticket-store.ts';

const ID = 'ARC24-00000001';
const { db, personal, createRepositories } = createTicketStore();

test('reads applications and tickets of an earlier release before and after sealing them', async () => {
  const snapshot = buildSnapshot({ application_id: ID, name: 'Viswanatha Dikshitulu' });
  const application = { newest: { version: 2, user_id: 'u-1', snapshot }, payments: [] };
  const ticket = { application_id: ID, version: 2, token: 't', state: 'current', made_at: new Date() };
  const files = { photo: Buffer.from('a photo'), pdf: Buffer.from('%PDF-1.7') };
  const rows = (name: string) => db().connection.collection<{ _id: string }>(name);
  await rows('applications').insertOne({ _id: ID, ...application } as { _id: string });
  await rows('tickets').insertOne({ _id: `${ID}.2`, ...ticket, ...files } as { _id: string });
  const { applications, tickets } = createRepositories();
  const expectAllThere = async () => {
    expect(await applications.find(ID)).toEqual({ application_id: ID, ...application });
    expect(await tickets.findCurrent(ID)).toMatchObject({ token: 't', ...files });
    expect(await tickets.findIssued(ID, 2)).toEqual({ photo: files.photo });
  };

  await expectAllThere();
  for (const plain of findPlainRows({ db: db(), personal: personal() })) {
    expect(await plain.count()).toBe(1);
    for await (const row of plain.rows()) await plain.rewrite(row);
    expect(await plain.count()).toBe(0);
  }
  await expectAllThere();
  const stored = JSON.stringify([
    await rows('applications').find().toArray(),
    await rows('tickets')
      .find({}, { projection: { sealed_pdf: 0, sealed_photo: 0 } })
      .toArray(),
  ]);
  expect(stored).not.toMatch(/Viswanatha|"pdf"|"photo"/);
});

test('leaves erased persons out of lists, and opens none of their tickets', async () => {
  const snapshot = buildSnapshot({ application_id: 'ARC24-00000002' });
  const { applications, tickets } = createRepositories();
  const application = { application_id: 'ARC24-00000002', newest: { version: 1, user_id: 'u-2', snapshot } };
  await applications.save(application);
  const other = buildSnapshot({ application_id: ID });
  await applications.save({
    application_id: ID,
    newest: { version: 1, user_id: 'u-1', snapshot: other },
  });
  const ticket = { application_id: 'ARC24-00000002', version: 1, user_id: 'u-2', token: 't2' };
  await issueTicket({ db: db(), tickets }, { ...ticket, pdf: Buffer.from('%PDF-1.7') });
  await personal().destroyDataKey('u-2');
  const found = await applications.findMany([ID, 'ARC24-00000002']);
  expect(found.map(({ application_id }) => application_id)).toEqual([ID]);
  await expect(tickets.findCurrent('ARC24-00000002')).rejects.toThrow('The data of this person is erased.');
  await expect(applications.save(application)).rejects.toThrow('The data of this person is erased.');
});
