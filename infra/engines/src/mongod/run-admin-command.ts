import type { Document } from 'mongodb';

/** Longer than a step-down may take. */
const COMMAND_TIMEOUT_MS = 15_000;
/** For asking again soon. */
export const CHECK_TIMEOUT_MS = 1000;

/**
 * Sends an admin command to the mongod at `host:port` itself, past any proxy before it.
 * @throws MongoError when it does not answer or refuses
 */
export async function runAdminCommand(
  address: string,
  command: Document,
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<Document> {
  const mongodb = await import('mongodb');
  const client = new mongodb.MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: COMMAND_TIMEOUT_MS,
    maxPoolSize: 1,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}
