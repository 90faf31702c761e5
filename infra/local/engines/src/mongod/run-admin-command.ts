import type { Document } from 'mongodb';

/** Longer than the maximum time of a step-down. */
const COMMAND_TIMEOUT_MS = 15_000;
/** Short, for frequent polling. */
export const CHECK_TIMEOUT_MS = 1000;

/**
 * Sends an admin command to the mongod at `host:port` directly, not through a proxy.
 * @throws MongoError when it does not respond or rejects
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
