import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../stages/stage.ts';
import { readRules } from './retention-rules.ts';

/** Rows of the portal itself, without personal data. */
const WITHOUT_PERSON = [
  ...['auth', 'application', 'payment', 'ticket', 'desk'].map((service) => `${service}.outbox`),
  'ticket.allotment_plans',
  'ticket.jobs',
  'ticket.keys',
];

/** Names of collections that mongoose derives from a model. */
const toCollection = (model: string) => `${model.toLowerCase()}${model.endsWith('s') ? '' : 's'}`;

test('names every collection of a service that a model declares', async () => {
  const named = new Set((await readRules()).flatMap(({ stored_in }) => stored_in));
  const declared = ['auth', 'application', 'payment', 'ticket', 'desk'].flatMap((service) =>
    globSync(`${ROOT}svc-${service}/src/persistence/*.ts`).flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const explicit = [...source.matchAll(/collection: '(\w+)'/g)].map(([, name]) => name);
      const models = [...source.matchAll(/\.model(?:<\w+>)?\('(\w+)', \w+\)/g)].map(([, name = '']) => name);
      const names = explicit.length > 0 ? explicit : models.map(toCollection);
      return names.map((name) => `${service}.${name}`);
    }),
  );
  expect(declared.length).toBeGreaterThan(15);
  expect(declared.filter((name) => !named.has(name) && !WITHOUT_PERSON.includes(name))).toEqual([]);
});
