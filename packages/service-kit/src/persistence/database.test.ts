import { expect, test } from '@jest/globals';
import { databaseName } from './database.ts';

test.each([
  ['mongodb://127.0.0.1:27017/?replicaSet=rs0', 'archaka_payment'],
  ['mongodb://127.0.0.1:27017', 'archaka_payment'],
  ['mongodb://a:1,b:2/suite?replicaSet=rs0', 'suite_payment'],
  ['mongodb+srv://user:secret@cluster.example/suite', 'suite_payment'],
])('maps %s to %s', (url, expected) => {
  expect(databaseName(url, 'payment')).toBe(expected);
});
