import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const portal = setUpApplication();

/** Follows the stream on a separate connection, as a browser does. */
async function openStream(user: TestUser) {
  const request = get(`${portal.stage.urls.application}/api/updates`, { headers: user.auth, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  response.on('error', () => undefined);
  return {
    isClosed: () => response.closed,
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => [
        event,
        JSON.parse(String(data)),
      ]),
    disconnect: () => request.destroy(),
  };
}

test('sends updates to two browsers of a user, independently of a closed one', async () => {
  const { user, capture } = await submitApplication(portal);
  const [one, two, left] = [await openStream(user), await openStream(user), await openStream(user)];
  left.disconnect();
  await capture();
  await eventually(() => one.events().length === 1 && two.events().length === 1);
  for (const stream of [one, two]) stream.disconnect();
  const later = await submitApplication(portal);
  const next = await openStream(later.user);
  await later.capture();
  await eventually(() => next.events().length === 1);
  next.disconnect();
});

test('sends the status of each change, also when the stream is read after later changes', async () => {
  const { user, ids } = await submitApplication(portal);
  const stream = await openStream(user);
  const applications = portal.database.collection<{ _id: string }>('applications');
  await portal.database.client.withSession((session) =>
    session.withTransaction(async () => {
      for (const state of ['failed', 'paid'])
        await applications.updateOne({ _id: ids.application_id }, { $set: { state } }, { session });
    }),
  );
  await eventually(() => stream.events().length === 2);
  expect(stream.events()).toEqual([
    ['payment', { ...ids, payment_status: 'F' }],
    ['payment', { ...ids, payment_status: 'S' }],
  ]);
  stream.disconnect();
});

test('ends streams at a stop, without a delay', async () => {
  const stream = await openStream(await portal.createUser());
  const restarted = await portal.restart();
  expect(stream.isClosed()).toBe(true);
  await restarted.stop();
});
