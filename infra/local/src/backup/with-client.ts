import { CommandError } from '@archaka/service-kit/command-line';
import { MongoClient, MongoServerSelectionError } from 'mongodb';

const TIMEOUT_MS = 15_000;
const TIMEOUT_OPTION = 'serverSelectionTimeoutMS';

/** Waits for a server for the address's timeout, else 15 s. @throws CommandError when the store does not respond */
export async function withClient<Result>(
  mongoUrl: string,
  work: (client: MongoClient) => Promise<Result>,
): Promise<Result> {
  const options = mongoUrl.includes(`${TIMEOUT_OPTION}=`) ? {} : { [TIMEOUT_OPTION]: TIMEOUT_MS };
  const client = new MongoClient(mongoUrl, options);
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof MongoServerSelectionError)) throw error;
    throw new CommandError(`MongoDB does not respond: ${error.message}.`);
  } finally {
    await client.close();
  }
}
