import { findVersion, toCallPath } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const callFindVersion = (body: object, authorization: object) =>
  fetch(portal.stage.urls.application + toCallPath(findVersion), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });

test('services learn the version of a submitted application from its owner only', async () => {
  const { user, ids } = await submitApplication(portal);
  const ticketToken = await portal.stage.authorizeService('svc-ticket', 'svc-application', 'findversion');
  const findVersions = async (application_id: string, user_id: string) => {
    const response = await callFindVersion({ application_id, user_id }, ticketToken);
    return ((await response.json()) as { data: unknown[] }).data;
  };
  const owner = user.person.id;
  expect(await findVersions(ids.application_id, owner)).toEqual([{ version: 1 }]);
  expect(await findVersions(ids.application_id, 'somebody else')).toEqual([]);
  expect(await findVersions('ARC24-00000000', owner)).toEqual([]);
  expect(
    (await callFindVersion({ application_id: ids.application_id, user_id: owner }, user.auth)).status,
  ).toBe(401);
});

test('a draft has no version yet', async () => {
  const user = await portal.createUser();
  const { body } = await user.save();
  const application_id = String(body.data[0]?.application_id);
  const ticketToken = await portal.stage.authorizeService('svc-ticket', 'svc-application', 'findversion');
  const response = await callFindVersion({ application_id, user_id: user.person.id }, ticketToken);
  expect(await response.json()).toEqual({ status: 200, data: [] });
});
