import { isolateDatabases } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { Schema } from 'mongoose';
import { openDatabase } from '../src/persistence/database.ts';
import { log } from './support/test-database.ts';

test('recreates an index that an earlier version created differently, and retains the rows', async () => {
  const { mongoUrl, drop } = isolateDatabases();
  const db = await openDatabase({ url: mongoUrl, service: 'kit', log });
  try {
    const things = db.connection.collection('things');
    await things.createIndex({ word: 1 }, { partialFilterExpression: { word: { $type: 'string' } } });
    await things.insertOne({ word: 'kept' });

    const schema = new Schema({ word: String });
    schema.index({ word: 1 }, { partialFilterExpression: { word: { $gt: '' } } });
    db.connection.model('Thing', schema, 'things');
    await db.prepareModels();

    const [, index] = await things.indexes();
    expect(index).toMatchObject({ key: { word: 1 }, partialFilterExpression: { word: { $gt: '' } } });
    expect(await things.countDocuments()).toBe(1);
  } finally {
    await db.close();
    await drop();
  }
});
