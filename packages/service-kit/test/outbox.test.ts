import { ticketIssued } from '@archaka/contracts';
import { eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newRow } from '../src/events/outbox.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { issued, listenIn } from './fixtures/messages.ts';

let bench: Bench;
let heard: Awaited<ReturnType<typeof listenIn>>;
beforeAll(async () => {
  bench = await openBench();
  heard = await listenIn(bench.channel);
});
afterAll(() => bench.close());

const heardOf = (prefix: string) =>
  heard.filter(({ data }) => (data as { application_id: string }).application_id.startsWith(prefix));
const outboxIsEmpty = async () => (await bench.outbox.countDocuments()) === 0;

test('two relays side by side send every event, and each once', async () => {
  const relays = [bench.relay(), bench.relay()];
  const publish = (place: number) =>
    bench.db.transaction(async () => {
      for (const part of ['a', 'b', 'c']) {
        await relays[place % 2]?.events.publish(ticketIssued, issued(`side-${place}${part}`));
      }
    });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, place) => publish(round * 10 + place)));
  }
  await eventually(outboxIsEmpty);
  const sent = await eventually(() => heardOf('side-').length >= 300 && heardOf('side-'));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(300);
  expect(sent).toHaveLength(300);
  await Promise.all(relays.map((relay) => relay.stop()));
});

test('an event leaves only when its transaction commits', async () => {
  const { events, stop } = bench.relay();
  const failing = bench.db.transaction(async () => {
    await events.publish(ticketIssued, issued('rolled-back'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(events.publish(ticketIssued, issued('outside'))).rejects.toThrow('inside db.transaction');

  await bench.db.transaction(() =>
    bench.db.transaction(() => events.publish(ticketIssued, issued('nested'))),
  );
  await eventually(() => heardOf('nested').length === 1);
  expect(heardOf('rolled-back')).toEqual([]);
  expect(heardOf('outside')).toEqual([]);
  await stop();
});

test('a row that cannot be sent is set aside, and the others flow', async () => {
  const unsendable = (_id: string) => newRow({ _id, type: 'x'.repeat(300), body: '{}' });
  await bench.outbox.create([unsendable('bad'), { ...unsendable('worse'), refusals: 7 }]);
  const { events, stop } = bench.relay();
  await bench.db.transaction(() => events.publish(ticketIssued, issued('beside')));

  await eventually(() => heardOf('beside').length === 1);
  const bad = await eventually(() => bench.outbox.findOne({ _id: 'bad', refusals: { $gte: 1 } }).lean());
  expect(bad).toMatchObject({ parked: false });
  const worse = await eventually(() => bench.outbox.findOne({ _id: 'worse', parked: true }).lean());
  expect(worse.dueAt.getTime()).toBeGreaterThan(Date.now() + 30 * 60_000);

  await bench.db.transaction(() => events.publish(ticketIssued, issued('afterwards')));
  await eventually(() => heardOf('afterwards').length === 1);
  await bench.outbox.deleteMany({});
  await stop();
});

test('a relay that stops sends what is left', async () => {
  const { events, stop } = bench.relay();
  await bench.db.transaction(() => events.publish(ticketIssued, issued('connected')));
  await eventually(() => heardOf('connected').length === 1);
  await bench.db.transaction(() => events.publish(ticketIssued, issued('last')));
  await stop();
  await eventually(() => heardOf('last').length === 1);
  expect(await outboxIsEmpty()).toBe(true);
});

test('an event waits in its queue for a consumer that has never run on this broker', async () => {
  const { events, stop } = bench.relay();
  await bench.db.transaction(() => events.publish(ticketIssued, issued('early')));
  await eventually(() => heardOf('early').length === 1);
  await eventually(outboxIsEmpty);

  const handled: string[] = [];
  const consumer = await bench.taker('svc-application', async (id) => void handled.push(id));
  await eventually(() => handled.includes('early'));
  await Promise.all([stop(), consumer.stop()]);
});

test('an event is kept for a consumer whose queue is missing, though another has one', async () => {
  await bench.declare('svc-other');
  await bench.channel.deleteQueue(eventsQueue('svc-application'));
  const { events, stop } = bench.relay();
  await bench.db.transaction(() => events.publish(ticketIssued, issued('kept')));

  const handled: string[] = [];
  const consumer = await bench.taker('svc-application', async (id) => void handled.push(id));
  await eventually(() => handled.includes('kept'));
  await Promise.all([stop(), consumer.stop()]);
});
