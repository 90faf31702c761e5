import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { paymentCaptured, paymentFailed, ticketIssued } from '@archaka/contracts';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

/** Follows the stream on a connection of its own, as a browser does. */
async function follow(user: TestUser) {
  const request = get(`${portal.stage.urls.application}/api/updates`, { headers: user.auth, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  let over = false;
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    over = true;
  });
  return {
    headers: response.headers,
    text: () => text,
    isOver: () => over,
    events: () =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => [
        event,
        JSON.parse(String(data)),
      ]),
    leave: () => request.destroy(),
  };
}

describe('updates', () => {
  test('when a payment and a ticket come, then their applicant hears of them, and nobody else', async () => {
    const { user, ids, unpaid, captured } = await submitted(portal);
    const [stream, other] = [await follow(user), await follow(await portal.user())];
    expect(stream.headers['content-type']).toContain('text/event-stream');
    expect(stream.headers['cache-control']).toContain('no-transform');
    await portal.broker.tell(paymentFailed, unpaid(new Date()));
    await eventually(() => stream.events().length === 1);
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(() => stream.events().length === 2);
    const ticket = { application_id: ids.application_id, version: 1, at: new Date().toISOString() };
    await portal.broker.tell(ticketIssued, ticket);
    await eventually(() => stream.events().length === 3);
    expect(stream.events()).toEqual([
      ['payment', { ...ids, payment_status: 'F' }],
      ['payment', { ...ids, payment_status: 'S' }],
      ['ticket', { application_id: ids.application_id, version: 1 }],
    ]);
    expect(other.events()).toEqual([]);
    for (const one of [stream, other]) one.leave();
  });

  test('when a user has two browsers, then both hear, and one that left does not disturb', async () => {
    const { user, captured } = await submitted(portal);
    const [one, two, gone] = [await follow(user), await follow(user), await follow(user)];
    gone.leave();
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(() => one.events().length === 1 && two.events().length === 1);
    for (const stream of [one, two]) stream.leave();
    const later = await submitted(portal);
    const again = await follow(later.user);
    await portal.broker.tell(paymentCaptured, later.captured());
    await eventually(() => again.events().length === 1);
    again.leave();
  });

  test('when nothing happens, then a heartbeat keeps the stream open', async () => {
    const stream = await follow(await portal.user());
    await eventually(() => stream.text().includes(': ping\n\n'), { timeoutMs: 17_000 });
    stream.leave();
  });

  test('when nobody is signed in, then there is no stream', async () => {
    expect((await fetch(`${portal.stage.urls.application}/api/updates`)).status).toBe(401);
  });

  test('when the service stops, then streams end, and it stops at once', async () => {
    const stream = await follow(await portal.user());
    const start = performance.now();
    const again = await portal.restart();
    expect(stream.isOver()).toBe(true);
    expect(performance.now() - start).toBeLessThan(scaledTimeout(9000));
    await again.stop();
  });
});
