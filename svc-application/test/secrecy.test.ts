import { paymentCaptured } from '@archaka/contracts';
import { buildApplicant, buildPdf, dumpStore, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

const startedAt = new Date();
let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

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

describe('an Aadhaar', () => {
  test('is in plain text in no collection, event or log after any operation', async () => {
    const { user, ids, buildCaptured, readStatus } = await submitApplication(portal);
    const newAadhaar = buildApplicant().aadhar;
    await user.call('checkaadhar', { aadhar: user.person.aadhar });
    await user.call('upadteapplication', await user.form({ id: ids.application_id, aadhar: newAadhaar }));
    await user.submit({ aadhar: newAadhaar, name: 'Different' });
    await user.submit({ aadhar: `${newAadhaar}1` });
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    const drafting = await portal.createUser();
    await drafting.save();
    const texts = [
      (await dumpDatabase()).toString('latin1'),
      portal.service.logs(),
      JSON.stringify(portal.broker.eventsAbout(ids.application_id)),
    ];
    for (const text of texts)
      for (const aadhar of [user.person.aadhar, newAadhaar, drafting.person.aadhar])
        expect(text).not.toContain(aadhar);
    expect(portal.service.logs()).not.toContain(user.person.number);
    expect(portal.service.logs()).not.toContain(user.person.id);
  });
});
