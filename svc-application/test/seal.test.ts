import { createVariables, dumpStore, eventually, startCommand } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countPlain, writeAllPlain } from './support/plain-rows.ts';
import { copyApplication } from './support/rotation.ts';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

const COPIES = 60;
const NONE = { documents: 0, applications: 0, versions: 0, claims: 0 };

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const startSealing = async () =>
  startCommand({
    service: 'svc-application',
    name: 'seal',
    args: [],
    env: await createVariables('svc-application', portal.stage),
  });

test('reads rows of an earlier release, seals them under load, also after a kill, and loses nothing', async () => {
  const [first, drafting] = [await submitApplication(portal), await portal.createUser()];
  await drafting.save();
  const { document_id: photo } = Object(Object(await first.readRecord()).image[0]);
  await copyApplication(portal, first.ids.application_id, COPIES);
  await portal.service.stop();
  await writeAllPlain(portal);
  const service = await portal.restart();

  const expectAllThere = async () => {
    const { body } = await first.user.call('getapplicationform', {
      application_id: first.ids.application_id,
    });
    expect(body.data).toMatchObject([{ aadhar: first.user.person.aadhar, number: first.user.person.number }]);
    expect(await drafting.getDraft()).toMatchObject([{ aadhar: drafting.person.aadhar }]);
    expect((await first.user.submit()).body.orderId?.id).toBe(first.ids.order_id);
    expect((await first.user.fetch(`/api/documents/${photo}`)).status).toBe(200);
    const other = await portal.createUser();
    expect((await other.submit({ aadhar: first.user.person.aadhar })).body.status).toBe(421);
  };

  expect((await countPlain(portal)).applications).toBeGreaterThan(COPIES);
  await expectAllThere();
  const killed = await startSealing();
  await eventually(async () => (await countPlain(portal)).applications < COPIES);
  killed.kill();
  await killed.result;
  await expectAllThere();
  const { result } = await startSealing();
  expect(await result).toMatchObject({ code: 0, stdout: expect.stringContaining(', 0 after'), stderr: '' });
  expect(await countPlain(portal)).toEqual(NONE);
  await expectAllThere();
  const since = new Date();
  const dump = await dumpStore(portal.database.client, { prefix: portal.database.databaseName, since });
  expect([first.user.person.number, 'Venkata Sarma', '%PDF-'].filter((text) => dump.includes(text))).toEqual(
    [],
  );
  await service.stop();
});
