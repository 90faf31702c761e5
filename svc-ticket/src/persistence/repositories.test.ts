import { expect, test } from '@jest/globals';
import { createConnection } from 'mongoose';
import { createRepositories, fileFields } from './repositories.ts';

// The sweep deletes an object of the bucket that none of these fields names.
test('lists every field that holds a file', () => {
  const connection = createConnection();
  connection.set('autoIndex', false);
  createRepositories({ connection } as never, {} as never);
  const found = Object.values(connection.models).flatMap(({ collection, schema }) =>
    Object.entries(schema.paths).flatMap(([field, { schema: fields }]) =>
      fields?.path('object') ? [{ collection: collection.collectionName, field }] : [],
    ),
  );
  expect(new Set(found)).toEqual(new Set(fileFields));
});
