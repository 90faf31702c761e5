import { eventually, pay } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectRefused, type Guest, type Stage, send, submitted } from './stage.ts';

/** A stream of server-sent events, read as it comes. */
interface Reader {
  readonly headers: Headers;
  readonly text: () => string;
  readonly events: () => { event: string; data: Record<string, unknown> }[];
  readonly close: () => void;
}

async function follow(session: Guest): Promise<Reader> {
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
export const updates = (stage: Stage) => {
  // The heartbeat takes 15 s: its stream opens before all else.
  let quiet: Reader;
  let openedAt: number;
  beforeAll(async () => {
    quiet = await follow(await stage.newcomer());
    openedAt = performance.now();
  });

  describe('updates', () => {
    test('payment and ticket are told to the one they concern, with nothing personal', async () => {
      const [session, other] = [await stage.newcomer(), await stage.newcomer()];
      const [mine, theirs] = await Promise.all([follow(session), follow(other)]);
      expect(mine.headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(mine.headers.get('cache-control')).toMatch(/no-store|no-cache/);
      const { order_id } = await submitted(session);
      await pay(session, stage.portal().simulator, order_id);
      await eventually(() => mine.events().some(({ event }) => event === 'payment'));
      await eventually(() => mine.events().some(({ event }) => event === 'ticket'), { timeoutMs: 30_000 });
      expect(theirs.events()).toEqual([]);
      const { number, aadhar, name } = session.person;
      for (const secret of [number, aadhar, name]) expect(mine.text()).not.toContain(secret);
      mine.close();
      theirs.close();
    });

    test('without a session it is 401', async () => {
      expectRefused(await send(stage.portal().origin, '/api/updates', { method: 'GET' }), 401);
    });
  });

  return {
    heartbeat: () =>
      test('a quiet stream has a heartbeat every 15 s', async () => {
        const left = 17_000 - (performance.now() - openedAt);
        await eventually(() => /^:/m.test(quiet.text()), { timeoutMs: Math.max(0, left) });
        expect(quiet.events()).toEqual([]);
        quiet.close();
      }),
  };
};
