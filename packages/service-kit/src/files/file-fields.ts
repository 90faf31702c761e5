import type { Connection } from 'mongoose';
import type { StoredFile } from './file-storage.ts';

/** A field of a service's rows that holds a `StoredFile`. */
export interface FileField {
  readonly collection: string;
  readonly field: string;
}

interface FileRow {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** The object keys that a row names. Each row is read by its id, which its objects' keys hold. */
export async function findReferencedObjects(
  connection: Connection,
  fields: readonly FileField[],
  keys: readonly string[],
): Promise<Set<string>> {
  const referenced = new Set<string>();
  for (const collection of new Set(fields.map((each) => each.collection))) {
    const names = fields.filter((each) => each.collection === collection).map(({ field }) => field);
    const ids = keys.flatMap((key) => {
      const [, keyCollection, id = ''] = key.split('/');
      return keyCollection === collection ? [decodeURIComponent(id)] : [];
    });
    const projection = Object.fromEntries(names.map((name) => [`${name}.object`, 1]));
    const rows = connection.collection<FileRow>(collection).find({ _id: { $in: ids } }, { projection });
    for await (const row of rows)
      for (const name of names) {
        const { object } = Object(row[name]) as Partial<StoredFile>;
        if (object !== undefined) referenced.add(object);
      }
  }
  return referenced;
}
