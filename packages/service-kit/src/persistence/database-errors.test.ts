import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { DependencyUnavailable } from '../errors.ts';
import { isDatabaseUnavailable, isDuplicateKey, toDependencyError } from './database-errors.ts';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;
const buildBulkWriteError = (wrapped: object) => Reflect.construct(MongoBulkWriteError, [wrapped, {}]);
const buildConnectionError = (code: string) =>
  Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });

test.each<[string, unknown]>([
  ['a lost connection', new MongoNetworkError('closed')],
  ['a primary that stepped down', new MongoServerError({ message: 'not primary', code: 10107 })],
  ['a commit that a new primary does not know', new MongoServerError({ message: 'unknown', code: 251 })],
  ['a member that goes down', new MongoServerError({ message: 'shutdown', code: 91 })],
  ['a connection cut while it was written to', buildConnectionError('EPIPE')],
  ['many writes that were cut off', buildBulkWriteError(new MongoNetworkError('connection closed'))],
  ['a store that was found down', new DependencyUnavailable('store')],
])('treats %s as an outage of the database', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(toDependencyError(error)).toMatchObject({ status: 503, dependency: 'store' });
});

test.each<[string, unknown]>([
  ['a duplicate key', new MongoServerError({ message: 'E11000', code: 11000 })],
  ['a duplicate key among many writes', buildBulkWriteError({ message: 'E11000', code: 11000 })],
  ['another part that is down', new DependencyUnavailable('razorpay')],
  ['a file that is not there', buildConnectionError('ENOENT')],
  ['nothing at all', undefined],
])('does not treat %s as an outage', (_what, error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(toDependencyError(error)).toBeUndefined();
});

const duplicate = { index: 0, code: 11000 };
const buildBulk = (writeErrors: readonly object[], concern?: object) =>
  Reflect.construct(MongoBulkWriteError, [
    { message: 'E11000', code: 11000, writeErrors },
    { getWriteConcernError: () => concern },
  ]);

test.each<[string, boolean, unknown]>([
  ['one write', true, new MongoServerError({ message: 'E11000', code: 11000 })],
  ['each of many writes that failed', true, buildBulk([duplicate, { index: 2, code: 11000 }])],
  ['the first of many, beside a full disk', false, buildBulk([duplicate, { index: 1, code: 14031 }])],
  ['many, without the write concern', false, buildBulk([duplicate], { code: 64 })],
  ['no write', false, new MongoServerError({ message: 'full', code: 14031 })],
])('counts each failed write for itself: a duplicate of %s (%s)', (_what, expected, error) => {
  expect(isDuplicateKey(error)).toBe(expected);
});
