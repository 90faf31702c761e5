/** The used part of a mongoose connection. */
interface ObservedConnection {
  set(option: 'debug', value: unknown): unknown;
  collection(name: string): {
    find(filter: object): { explain(verbosity: 'queryPlanner'): Promise<{ queryPlanner?: unknown }> };
  };
}

/** The stages of MongoDB's query plan, as JSON. */
async function explainPlan(connection: ObservedConnection, collection: string, filter: object) {
  const { queryPlanner } = await connection.collection(collection).find(filter).explain('queryPlanner');
  return JSON.stringify((queryPlanner as { winningPlan: object }).winningPlan);
}

/** The filter of a pipeline that begins with $match; else empty. */
const readMatch = ([stage]: readonly { $match?: object }[]): object => stage?.$match ?? {};

/**
 * Records the queries of the connection while `work` runs.
 * @returns the number of queries, and the collections that any of them scans
 */
export async function findCollectionScans(connection: ObservedConnection, work: () => Promise<unknown>) {
  const queries: { collection: string; filter: object }[] = [];
  connection.set('debug', (collection: string, method: string, argument: object) => {
    if (/^(find|count|delete|update)/.test(method)) queries.push({ collection, filter: argument });
    if (method === 'aggregate') queries.push({ collection, filter: readMatch(argument as object[]) });
  });
  try {
    await work();
  } finally {
    connection.set('debug', false);
  }
  const plans = await Promise.all(
    queries.map(async ({ collection, filter }) => ({
      collection,
      plan: await explainPlan(connection, collection, filter),
    })),
  );
  const scanned = plans.filter(({ plan }) => plan.includes('COLLSCAN')).map(({ collection }) => collection);
  return { queries: queries.length, scanned };
}

/** The used part of a mongoose connection. */
interface ProfiledConnection {
  readonly db?:
    | {
        command(command: object): Promise<unknown>;
        collection(name: string): {
          find(filter: object): { toArray(): Promise<object[]> };
          drop(): Promise<unknown>;
        };
      }
    | undefined;
}

interface ProfiledOperation {
  readonly keysExamined?: number;
  readonly docsExamined?: number;
}

/** Counts the index keys and rows that MongoDB reads in the connection's database while `work` runs. */
export async function countExamined({ db }: ProfiledConnection, work: () => Promise<unknown>) {
  const profile = db?.collection('system.profile');
  await db?.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db?.command({ profile: 0 });
  }
  const operations: ProfiledOperation[] = (await profile?.find({}).toArray()) ?? [];
  await profile?.drop();
  const sum = (key: keyof ProfiledOperation) =>
    operations.reduce((total, operation) => total + (operation[key] ?? 0), 0);
  return { keys: sum('keysExamined'), rows: sum('docsExamined') };
}
