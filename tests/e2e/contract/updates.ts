import { completePayment, eventually } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type ContractEnvironment,
  expectProblem,
  send,
  submitForm,
  type ThrottledSession,
} from './environment.ts';

/** A stream of server-sent events, read continuously. */
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
  // Opens the stream of the heartbeat test first, since a heartbeat takes 15 s.
  let idleReader: UpdateReader;
  let openedAt: number;
  beforeAll(async () => {
    idleReader = await openUpdates(await environment.registerApplicant());
    openedAt = performance.now();
  });

  describe('updates', () => {
    test('reports payment and ticket to their applicant only, without personal data', async () => {
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

    test('responds 401 without a session', async () => {
      expectProblem(await send(environment.portal().origin, '/api/updates', { method: 'GET' }), 401);
    });
  });

  return {
    heartbeat: () =>
      test('sends a heartbeat every 15 s on an idle stream', async () => {
        const remainingMs = 17_000 - (performance.now() - openedAt);
        await eventually(() => /^:/m.test(idleReader.text()), { timeoutMs: Math.max(0, remainingMs) });
        expect(idleReader.events()).toEqual([]);
        idleReader.close();
      }),
  };
};
