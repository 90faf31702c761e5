import { findVersion, pathOf } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const ask = (body: object, authorization: object) =>
  fetch(portal.stage.urls.application + pathOf(findVersion), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });

test('services learn the version of a submitted application from its owner only', async () => {
  const { user, ids } = await submitted(portal);
  const asTicket = await portal.stage.asService('svc-ticket', 'svc-application', 'findversion');
  const found = async (application_id: string, user_id: string) => {
    const response = await ask({ application_id, user_id }, asTicket);
    return ((await response.json()) as { data: unknown[] }).data;
  };
  const owner = user.person.id;
  expect(await found(ids.application_id, owner)).toEqual([{ version: 1 }]);
  expect(await found(ids.application_id, 'somebody else')).toEqual([]);
  expect(await found('ARC24-00000000', owner)).toEqual([]);
  expect((await ask({ application_id: ids.application_id, user_id: owner }, user.auth)).status).toBe(401);
});

test('a draft has no version yet', async () => {
  const user = await portal.user();
  const { body } = await user.save();
  const application_id = String(body.data[0]?.application_id);
  const asTicket = await portal.stage.asService('svc-ticket', 'svc-application', 'findversion');
  const response = await ask({ application_id, user_id: user.person.id }, asTicket);
  expect(await response.json()).toEqual({ status: 200, data: [] });
});
