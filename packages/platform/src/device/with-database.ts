import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Milliseconds; some browsers never answer the request to open a database. */
const TIMEOUT_MS = 3000;

interface DatabaseDefinition<Schema extends DBSchema> {
  readonly name: string;
  /** Creates the stores of the first and only version. */
  readonly create: (database: IDBPDatabase<Schema>) => void;
}

async function openWithin<Schema extends DBSchema>({ name, create }: DatabaseDefinition<Schema>) {
  const opening = openDB<Schema>(name, 1, { upgrade: create });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The browser does not open ${name}`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([opening, timeout]);
  } catch (error) {
    void opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Closes the database after the operation, so that no tab blocks its deletion.
 * @throws when the browser refuses to open it, or does not answer in time
 */
export async function withDatabase<Schema extends DBSchema, Result>(
  definition: DatabaseDefinition<Schema>,
  operation: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const database = await openWithin(definition);
  try {
    return await operation(database);
  } finally {
    database.close();
  }
}
