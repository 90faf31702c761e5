import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import express, { Router } from 'express';
import type { ApplicationChange, ChangeListener } from '../../persistence/application-change-stream.ts';
import type { Dependencies } from '../dependencies.ts';
import { createUpdateStreams, Subscribers } from './watch-updates.ts';

const change: ApplicationChange = {
  applicationId: 'A',
  userId: 'u1',
  orderId: 'order_1',
  newState: 'paid',
  ticketVersion: 2,
  isTicketChanged: true,
  isDecided: false,
};
const TOKEN_MS = 900_000;
const createToken = () => {
  const exp = (Date.now() + TOKEN_MS) / 1000;
  return `Bearer head.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`;
};

/** A change stream that the test controls. */
function fakeChanges() {
  const watchers = new Set<ChangeListener>();
  return {
    watchers,
    watch: async (watcher: ChangeListener) => {
      watchers.add(watcher);
      return async () => void watchers.delete(watcher);
    },
  };
}

let changes: ReturnType<typeof fakeChanges>;
let server: ReturnType<ReturnType<typeof express>['listen']>;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'Date'] });
  changes = fakeChanges();
  const deps = {
    repositories: { changes },
    log: { warn: () => undefined },
    guard: {
      applicant: (_request: unknown, response: express.Response, next: () => void) => {
        response.locals.user = { id: 'u1' };
        next();
      },
    },
  } as unknown as Dependencies;
  const router = Router();
  createUpdateStreams(deps).register(router);
  server = express().use(router).listen(0);
  await once(server, 'listening');
});
afterEach(() => {
  jest.useRealTimers();
  server.close();
});

async function connect() {
  const { port } = server.address() as AddressInfo;
  const request = get({
    port,
    path: '/api/updates',
    headers: { authorization: createToken() },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = response.setEncoding('utf8').reduce((all: string, chunk: string) => all + chunk, '');
  return { response, text, leave: () => request.destroy() };
}

describe('a stream of updates', () => {
  test('ends when the user’s token expires', async () => {
    const { text } = await connect();
    jest.advanceTimersByTime(TOKEN_MS);
    expect(await text).toContain('retry:');
    expect(changes.watchers.size).toBe(0);
  });

  test('ends every stream when the database’s stream breaks, and the next one opens another', async () => {
    const [one, two] = [await connect(), await connect()];
    expect(changes.watchers.size).toBe(1);
    for (const { onEnd } of [...changes.watchers]) onEnd(new Error('gone'));
    await Promise.all([one.text, two.text]);
    const again = await connect();
    expect(changes.watchers.size).toBe(1);
    for (const { onChange } of changes.watchers) onChange(change);
    jest.advanceTimersByTime(TOKEN_MS);
    expect(await again.text).toContain(
      'event: payment\ndata: {"application_id":"A","order_id":"order_1","payment_status":"S"}\n\n' +
        'event: ticket\ndata: {"application_id":"A","version":2}\n\n',
    );
  });
});

test('opens one watch for all subscribers that arrive meanwhile, and retries after each failure with a delay', async () => {
  let watches = 0;
  const watch = async () => {
    watches += 1;
    if (watches <= 2) throw new Error('no primary');
    return async () => undefined;
  };
  jest.useRealTimers();
  const subscribers = new Subscribers({ watch }, { warn: () => undefined } as never);
  const subscribeMany = () =>
    Promise.allSettled(
      Array.from({ length: 50 }, (_, each) =>
        subscribers.add({ userId: `${each}`, notify: () => undefined, end: () => undefined }),
      ),
    );
  await subscribeMany();
  expect(watches).toBe(1);
  const began = performance.now();
  await subscribeMany();
  expect(watches).toBe(2);
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  const last = await subscribeMany();
  expect(watches).toBe(3);
  expect(last.map(({ status }) => status)).toEqual(Array(50).fill('fulfilled'));
  await subscribers.close();
});
