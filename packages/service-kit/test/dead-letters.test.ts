import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { on } from '../src/events/taken.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { sign } from './fixtures/keys.ts';
import { envelopeFor, send } from './fixtures/messages.ts';

const main = fileURLToPath(new URL('../src/dead-letters.ts', import.meta.url));
const node = promisify(execFile);

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const command = (...args: string[]) =>
  node(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, AMQP_URL: bench.amqpUrl } });

test('dead letters are listed without their data, stay where they are, and are replayed', async () => {
  const { channel, effects } = bench;
  let repaired = false;
  const handle = async ({ application_id }: { application_id: string }) => {
    if (!repaired) throw new Error('broken');
    await effects.add(application_id);
  };
  const consumer = await bench.consumer('svc-replayed', [on(ticketIssued, handle)], []);
  await eventually(() => consumer.listening());
  const sent = [envelopeFor('letter-1'), envelopeFor('letter-2')];
  for (const event of sent) await send(channel, event);
  const count = async () => (await channel.checkQueue('svc-replayed.dead')).messageCount;
  await eventually(async () => (await count()) === 2);

  expect(await consumer.standing()).toEqual({ events_waiting: 0, dead_letters: 2 });

  for (let times = 0; times < 2; times += 1) {
    const { stdout } = await command('list', 'svc-replayed.dead');
    const listed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
    expect(listed[0]).toMatchObject({
      type: ticketIssued.type,
      reason: 'failed',
      failures: 1,
      error: 'broken',
    });
    expect(stdout).not.toContain('letter-1');
    await eventually(async () => (await count()) === 2);
  }

  repaired = true;
  const { stdout } = await command('replay', 'svc-replayed.dead');
  expect(stdout).toBe('2 replayed to svc-replayed.events\n');
  for (const id of ['letter-1', 'letter-2']) await eventually(async () => (await effects.count(id)) === 1);
  expect(await count()).toBe(0);
  await consumer.stop();
});

test('a forged event is a dead letter again when it is replayed', async () => {
  const { channel, effects, taker } = bench;
  const consumer = await taker('svc-deceived', effects.add);
  const forged = envelopeFor('forged');
  await send(channel, forged, { signed: async () => sign(Buffer.from('{}')) });
  const listed = async () => {
    const { stdout } = await command('list', 'svc-deceived.dead');
    return stdout === ''
      ? []
      : stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
  };
  const letter = { id: forged.id, reason: 'forged', error: 'has a wrong signature' };
  await eventually(async () => (await listed()).length === 1);
  expect(await listed()).toMatchObject([letter]);

  await command('replay', 'svc-deceived.dead');
  await eventually(async () => (await listed()).length === 1);
  expect(await listed()).toMatchObject([letter]);
  expect(await effects.count('forged')).toBe(0);
  await consumer.stop();
});

test('a wrong use is explained', async () => {
  await expect(command('list', 'svc-replayed.events')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^usage: /),
  });
  await expect(command('list', 'svc-none.dead')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/NOT_FOUND|no queue/),
  });
});
