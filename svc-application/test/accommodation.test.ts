import { applicationRecord, applicationSubmitted } from '@archaka/contracts';
import { buildPdf } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const ownScribe = { scribe: 'own', compensatory_time: true };
const uploadCertificate = async (user: TestUser, text = 'Certificate') => {
  const { document_id, filetype } = await user.upload('accommodationcertificate', buildPdf(text));
  return [{ document_id, filetype }];
};
const createRequestingUser = async () => {
  const user = await portal.createUser();
  const accommodationcertificate = await uploadCertificate(user);
  return { user, changes: { accommodation: ownScribe, accommodationcertificate } };
};

describe('scribe and extra time', () => {
  test('are returned with the draft, and stay when a form without them is saved', async () => {
    const { user, changes } = await createRequestingUser();
    expect((await user.save(changes)).body.status).toBe(200);
    expect(await user.getDraft()).toMatchObject([{ ...changes, accommodationcertificate_ind: 0 }]);
    expect((await user.save({ name: 'Sita' })).body.status).toBe(200);
    expect(await user.getDraft()).toMatchObject([{ name: 'Sita', ...changes }]);
  });

  test('are in the record with their certificate, and in the event without it', async () => {
    const { user, changes } = await createRequestingUser();
    await user.submit(changes);
    const [record] = await user.listApplications();
    const { accommodation, accommodation_certificate } = applicationRecord.parse(record);
    expect({ accommodation, accommodation_certificate }).toEqual({
      accommodation: ownScribe,
      accommodation_certificate: changes.accommodationcertificate,
    });
    const event = await portal.broker.waitForEvent(applicationSubmitted, String(record?.application_id));
    expect(event.snapshot.accommodation).toEqual(ownScribe);
    expect(JSON.stringify(event)).not.toContain(changes.accommodationcertificate[0]?.document_id);
  });

  test('are in no log', async () => {
    const { user, changes } = await createRequestingUser();
    await user.submit(changes);
    await user.submit({ ...changes, accommodation: { scribe: 'a friend', compensatory_time: true } });
    expect(portal.service.logs()).not.toMatch(/compensatory|"own"|a friend/);
  });
});

test('rejects a form whose certificate is no PDF or another’s', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const { image } = await user.form();
  const asPhoto = await user.save({ accommodation: ownScribe, accommodationcertificate: image });
  expect(asPhoto.body.errors).toEqual([{ field: 'accommodationcertificate', message: 'Upload Pdf Only' }]);
  const accommodationcertificate = await uploadCertificate(other, 'Another person');
  expect((await user.save({ accommodation: ownScribe, accommodationcertificate })).http).toBe(403);
});
