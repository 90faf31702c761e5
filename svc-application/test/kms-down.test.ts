import { paymentCaptured } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

const KEY_ID = 'arn:aws:kms:ap-south-1:123456789012:key/1';
/** Nothing listens at its port. */
const KMS_DOWN = {
  KMS_KEY_ID: KEY_ID,
  AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:9',
  AWS_REGION: 'ap-south-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
};

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

test('reports sealed data as unavailable while the KMS is down, processes payments and loses nothing', async () => {
  const paying = await submitApplication(portal);
  const { application_id } = paying.ids;
  const keys = portal.database.collection('datakeys');
  const applications = portal.database.collection<{ _id: string; state: string }>('applications');
  const wrapAllBy = (master: string) => keys.updateMany({}, { $set: { master } });
  await wrapAllBy(`aws:${KEY_ID}`);
  const service = await portal.restart(KMS_DOWN);

  const read = await paying.user.call('getapplicationform', { application_id });
  expect(read).toMatchObject({ http: 503, body: { code: 'part-down' } });
  const newcomer = await portal.createUser();
  expect((await newcomer.save()).http).toBe(503);
  await portal.broker.publish(paymentCaptured, paying.buildCaptured());
  await eventually(async () => (await applications.findOne({ _id: application_id }))?.state === 'paid');

  await wrapAllBy('1');
  await service.stop();
  const back = await portal.restart();
  expect(await paying.readStatus()).toBe('S');
  expect((await newcomer.save()).http).toBe(200);
  await back.stop();
});
