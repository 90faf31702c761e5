import { buildApplicant, buildPdf, dumpStore } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';

const startedAt = new Date();
const portal = setUpApplication();
const dumpDatabase = () =>
  dumpStore(portal.database.client, { prefix: portal.database.databaseName, since: startedAt });

test('stores no plain name, number, address or paper in any collection or log', async () => {
  const words = {
    name: 'Viswanatha Dikshitulu',
    father_name: 'Narasimhacharyulu',
    postal_address: '77 Koneru Lane',
  };
  const { user } = await submitApplication(portal, words);
  const drafting = await portal.createUser();
  await drafting.save(words);
  await drafting.upload('birthcertificate', buildPdf('Birth'));
  const dump = await dumpDatabase();
  const people = [user, drafting].map(({ person }) => person.number);
  const secrets = [...people, ...Object.values(words), '%PDF-'];
  expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
});

test('has an Aadhaar in plain text in no collection, event or log after any operation', async () => {
  const { user, ids, capture } = await submitApplication(portal);
  const newAadhaar = buildApplicant().aadhar;
  await user.call('checkaadhar', { aadhar: user.person.aadhar });
  await user.edit(ids.application_id, { aadhar: newAadhaar });
  await user.submit({ aadhar: newAadhaar, name: 'Different' });
  await user.submit({ aadhar: `${newAadhaar}1` });
  await capture();
  const drafting = await portal.createUser();
  await drafting.save();
  const logs = portal.service.logs();
  const texts = [
    (await dumpDatabase()).toString('latin1'),
    logs,
    JSON.stringify(portal.broker.eventsAbout(ids.application_id)),
  ];
  for (const text of texts)
    for (const aadhar of [user.person.aadhar, newAadhaar, drafting.person.aadhar])
      expect(text).not.toContain(aadhar);
  expect(logs).not.toContain(user.person.number);
  expect(logs).not.toContain(user.person.id);
});
