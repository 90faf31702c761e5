import { completePayment, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectProblem,
  send,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

/** A stream of server-sent events, read as it comes. */
interface UpdateReader {
  readonly headers: Headers;
  readonly text: () => string;
  readonly events: () => { event: string; data: Record<string, unknown> }[];
  readonly close: () => void;
}

async function openUpdates(session: ThrottledSession): Promise<UpdateReader> {
  const abort = new AbortController();
  const response = await session.fetch('/api/updates', { signal: abort.signal });
  expect(response.status).toBe(200);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  };
  read().catch(() => undefined);
  const events = () =>
    [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({
      event,
      data: JSON.parse(data),
    }));
  return { headers: response.headers, text: () => text, events, close: () => abort.abort() };
}

/** Server-sent events. */
export const updates = (environment: ContractEnvironment) => {
  // The heartbeat takes 15 s: its stream opens before all else.
  let idleReader: UpdateReader;
  let openedAt: number;
  beforeAll(async () => {
    idleReader = await openUpdates(await environment.registerApplicant());
    openedAt = performance.now();
  });

  describe('updates', () => {
    test('payment and ticket are told to the one they concern, with nothing personal', async () => {
      const [session, otherSession] = [
        await environment.registerApplicant(),
        await environment.registerApplicant(),
      ];
      const [ownReader, otherReader] = await Promise.all([openUpdates(session), openUpdates(otherSession)]);
      expect(ownReader.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(ownReader.headers.get('cache-control')).toMatch(/no-store|no-cache/);
      const { order_id } = await submitForm(session);
      await completePayment(session, environment.portal().simulator, order_id);
      await eventually(() => ownReader.events().some(({ event }) => event === 'payment'));
      await eventually(() => ownReader.events().some(({ event }) => event === 'ticket'), {
        timeoutMs: 30_000,
      });
      expect(otherReader.events()).toEqual([]);
      const { number, aadhar, name } = session.person;
      for (const secret of [number, aadhar, name]) expect(ownReader.text()).not.toContain(secret);
      ownReader.close();
      otherReader.close();
    });

    test('without a session it is 401', async () => {
      expectProblem(await send(environment.portal().origin, '/api/updates', { method: 'GET' }), 401);
    });
  });

  return {
    heartbeat: () =>
      test('a quiet stream has a heartbeat every 15 s', async () => {
        const remainingMs = 17_000 - (performance.now() - openedAt);
        await eventually(() => /^:/m.test(idleReader.text()), { timeoutMs: Math.max(0, remainingMs) });
        expect(idleReader.events()).toEqual([]);
        idleReader.close();
      }),
  };
};
