import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { PartDown } from '../errors.ts';
import { isStoreDown, storeRefusal } from './store-down.ts';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;
const bulk = (wrapped: object) => Reflect.construct(MongoBulkWriteError, [wrapped, {}]);
const cut = (code: string) => Object.assign(new Error(`write ${code}`), { code, syscall: 'write' });

test.each<[string, unknown]>([
  ['a lost connection', new MongoNetworkError('closed')],
  ['a primary that stepped down', new MongoServerError({ message: 'not primary', code: 10107 })],
  ['a member that goes down', new MongoServerError({ message: 'shutdown', code: 91 })],
  ['a connection cut while it was written to', cut('EPIPE')],
  ['many writes that were cut off', bulk(new MongoNetworkError('connection closed'))],
  ['a store that was found down', new PartDown('store')],
])('%s says that the store is down', (_what, error) => {
  expect(isStoreDown(error)).toBe(true);
  expect(storeRefusal(error)).toMatchObject({ status: 503, part: 'store' });
});

test.each<[string, unknown]>([
  ['a duplicate key', new MongoServerError({ message: 'E11000', code: 11000 })],
  ['a duplicate key among many writes', bulk({ message: 'E11000', code: 11000 })],
  ['another part that is down', new PartDown('razorpay')],
  ['a file that is not there', cut('ENOENT')],
  ['nothing at all', undefined],
])('%s does not', (_what, error) => {
  expect(isStoreDown(error)).toBe(false);
  expect(storeRefusal(error)).toBeUndefined();
});
