import { expect, test } from '@jest/globals';
import { mapServices, services } from '../services.ts';
import { createBrokerDefinitions, eventsQueue } from './broker.ts';
import { events } from './index.ts';

const passwords = mapServices((service) => `password of ${service}`);
const definitions = createBrokerDefinitions(passwords, 'portal');

const filterMatches = (pattern: string | undefined, names: readonly string[]) =>
  names.filter((name) => new RegExp(pattern ?? '').test(name));

test.each(services)('lets svc-%s publish its own types only', (service) => {
  const topics = definitions.topic_permissions.find(({ user }) => user === `svc-${service}`);
  const types = events.map(({ type }) => type);
  const own = events.filter(({ producer }) => producer === service).map(({ type }) => type);
  expect(topics).toMatchObject({ vhost: 'portal', exchange: 'portal.events', read: '^$' });
  expect(filterMatches(topics?.write, types)).toEqual(own);
  const alike = own.flatMap((type) => [`${type}.x`, `x.${type}`, type.replaceAll('.', 'x')]);
  expect(filterMatches(topics?.write, alike)).toEqual([]);
});

test.each(services)('lets svc-%s read its own queues and configure nothing', (service) => {
  const permission = definitions.permissions.find(({ user }) => user === `svc-${service}`);
  const queues = definitions.queues.map(({ name }) => name);
  expect(filterMatches(permission?.read, queues)).toEqual([`svc-${service}.events`, `svc-${service}.dead`]);
  const all = [...queues, ...definitions.exchanges.map(({ name }) => name), 'amq.default'];
  expect(filterMatches(permission?.configure, all)).toEqual([]);
  const exchanges = events.some(({ producer }) => producer === service) ? ['portal.events'] : [];
  expect(filterMatches(permission?.write, all)).toEqual([...exchanges, `svc-${service}.requeue`]);
});

test('binds every event to the queues of all its consumers', () => {
  const bound = definitions.bindings.filter(({ source }) => source === 'portal.events');
  const expected = events.flatMap(({ type, consumers }) =>
    consumers.map((service) => `${type} ${eventsQueue(`svc-${service}`)}`),
  );
  expect(bound.map(({ routing_key, destination }) => `${routing_key} ${destination}`).sort()).toEqual(
    expected.sort(),
  );
});

test('defines every exchange and queue once', () => {
  for (const entries of [definitions.exchanges, definitions.queues]) {
    const names = entries.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  }
});
