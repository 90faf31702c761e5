/** What is needed of a mongoose connection. */
interface ObservedConnection {
  set(option: 'debug', value: unknown): unknown;
  collection(name: string): {
    find(filter: object): { explain(verbosity: 'queryPlanner'): Promise<{ queryPlanner?: unknown }> };
  };
}

/** How MongoDB would look for it: the stages of its plan, as JSON. */
async function explainPlan(connection: ObservedConnection, collection: string, filter: object) {
  const { queryPlanner } = await connection.collection(collection).find(filter).explain('queryPlanner');
  return JSON.stringify((queryPlanner as { winningPlan: object }).winningPlan);
}

/** What a pipeline that begins with $match looks for; else everything. */
const readMatch = ([stage]: readonly { $match?: object }[]): object => stage?.$match ?? {};

/**
 * Records what is looked for through the connection while `work` runs.
 * @returns how many queries there were, and the collections that one of them reads in whole
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
