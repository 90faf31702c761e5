import { expect, test } from '@jest/globals';
import { createConnection } from 'mongoose';
import { DocumentStore } from './document-store.ts';
import { fileFields } from './repositories.ts';
import { UploadRepository } from './upload-repository.ts';

// The sweep deletes an object of the bucket that none of these fields names.
test('lists every field that holds a file', () => {
  const connection = createConnection();
  connection.set('autoIndex', false);
  new DocumentStore(connection, {} as never);
  new UploadRepository(connection, {} as never);
  const found = Object.values(connection.models).flatMap(({ collection, schema }) =>
    Object.entries(schema.paths).flatMap(([field, { schema: fields }]) =>
      fields?.path('object') ? [{ collection: collection.collectionName, field }] : [],
    ),
  );
  expect(new Set(found)).toEqual(new Set(fileFields));
});
