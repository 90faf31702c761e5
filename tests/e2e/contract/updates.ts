import { eventually } from '@archaka/test-kit';
import { beforeAll, test } from '@jest/globals';
import type { ContractEnvironment } from './environment.ts';

/** The stream of server-sent events stays open without an event. */
export const updates = (environment: ContractEnvironment) => {
  // Opens the stream first, since a heartbeat takes 15 s.
  let received = '';
  const end = new AbortController();
  beforeAll(async () => {
    const session = await environment.registerApplicant();
    const { body } = await session.fetch('/api/updates', { signal: end.signal });
    const read = async () => {
      for await (const chunk of body ?? []) received += Buffer.from(chunk).toString();
    };
    read().catch(() => undefined);
  });

  return {
    heartbeat: () =>
      test('sends a heartbeat every 15 s on an idle stream', async () => {
        await eventually(() => /^:/m.test(received), { timeoutMs: 17_000 });
        end.abort();
      }),
  };
};
