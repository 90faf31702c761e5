import { MongoClient, MongoServerSelectionError } from 'mongodb';
import { CommandError } from '../command-error.ts';

const TIMEOUT_MS = 15_000;

/** @throws Sentence when the store does not answer */
export async function withClient<Result>(
  mongoUrl: string,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = new MongoClient(mongoUrl, { serverSelectionTimeoutMS: TIMEOUT_MS });
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof MongoServerSelectionError)) throw error;
    throw new CommandError(`MongoDB does not answer: ${error.message}.`);
  } finally {
    await client.close();
  }
}
