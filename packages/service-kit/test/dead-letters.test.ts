import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { sign } from './support/keys.ts';
import { buildEnvelope, send } from './support/messages.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';

const main = fileURLToPath(new URL('../src/dead-letters.ts', import.meta.url));
const runFile = promisify(execFile);

const harness = await openMessagingHarness();
afterAll(() => harness.close());

const { PATH, NODE_COMPILE_CACHE } = process.env;
const runCommand = (...args: string[]) =>
  runFile(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, AMQP_URL: harness.amqpUrl },
  });

const listLetters = async (service: string) => {
  const { stdout } = await runCommand('list', `${service}.dead`);
  return {
    stdout,
    letters: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
};
const waitForLetters = (service: string, count: number) =>
  eventually(async () => (await harness.channel.checkQueue(`${service}.dead`)).messageCount === count);

test('lists dead letters without their data or removing them, and replays them', async () => {
  const { channel, effects } = harness;
  let repaired = false;
  const handle = async (id: string) => {
    if (!repaired) throw new Error('broken');
    await effects.add(id);
  };
  const consumer = await harness.startTicketConsumer('svc-replayed', handle, []);
  const sent = [buildEnvelope('letter-1'), buildEnvelope('letter-2')];
  for (const event of sent) await send(channel, event);
  await waitForLetters('svc-replayed', 2);
  expect(await consumer.queueDepths()).toEqual({ events_waiting: 0, dead_letters: 2 });

  const { type } = ticketIssued;
  for (let times = 0; times < 2; times += 1) {
    const { stdout, letters } = await listLetters('svc-replayed');
    expect(letters.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
    expect(letters[0]).toMatchObject({ type, reason: 'failed', failures: 1, error: 'broken' });
    expect(stdout).not.toContain('letter-1');
    await waitForLetters('svc-replayed', 2);
  }

  repaired = true;
  const { stdout } = await runCommand('replay', 'svc-replayed.dead');
  expect(stdout).toBe('2 replayed to svc-replayed.events\n');
  for (const id of ['letter-1', 'letter-2']) await eventually(async () => (await effects.count(id)) === 1);
  await waitForLetters('svc-replayed', 0);
  await consumer.stop();
});

test('returns a forged event to the dead letters after a replay', async () => {
  const { channel, effects, startTicketConsumer } = harness;
  const consumer = await startTicketConsumer('svc-deceived', effects.add);
  const forged = buildEnvelope('forged');
  await send(channel, forged, { signer: async () => sign(Buffer.from('{}')) });
  const expected = { id: forged.id, reason: 'forged', error: 'has a wrong signature' };
  await waitForLetters('svc-deceived', 1);
  expect((await listLetters('svc-deceived')).letters).toMatchObject([expected]);

  await runCommand('replay', 'svc-deceived.dead');
  await waitForLetters('svc-deceived', 1);
  expect((await listLetters('svc-deceived')).letters).toMatchObject([expected]);
  expect(await effects.count('forged')).toBe(0);
  await consumer.stop();
});

test('explains its usage', async () => {
  await expect(runCommand('list', 'svc-replayed.events')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^dead-letters: svc-replayed\.events is not <service>\.dead\.\nUsage: node /,
    ),
  });
  await expect(runCommand('list', 'svc-none.dead')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/NOT_FOUND|no queue/),
  });
});
