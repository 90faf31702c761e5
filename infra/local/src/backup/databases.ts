import { randomUUID } from 'node:crypto';
import {
  AUDIT_ENTRIES,
  type AuditAction,
  type AuditDetail,
  type AuditEntry,
  UNSEALED,
} from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit/command-line';
import { MongoClient, MongoServerSelectionError } from 'mongodb';
import { portalComponents } from '../components.ts';

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

export interface ServiceDatabase {
  /** Without its `svc-`. */
  service: string;
  name: string;
}

/** The database of each service, as service-kit names it: a database in the address is the prefix. */
export function listServiceDatabases(mongoUrl: string): ServiceDatabase[] {
  const prefix = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(mongoUrl)?.[1] ?? 'archaka';
  return portalComponents({})
    .filter(({ name }) => name.startsWith('svc-'))
    .map(({ name }) => name.slice('svc-'.length))
    .map((service) => ({ service, name: `${prefix}_${service}` }));
}

/** Operator and reason, for the audit log. */
export interface IdentifiedOperator {
  readonly id: string;
  /** Empty without a reason. */
  readonly why: string;
}

interface RecordedCommand {
  action: AuditAction;
  operator: IdentifiedOperator;
  detail?: AuditDetail;
}

/** Writes to the audit log of every service with data; the service seals it (service-kit's src/audit). */
export async function recordCommand(
  client: MongoClient,
  mongoUrl: string,
  { action, operator: { id, why }, detail = {} }: RecordedCommand,
): Promise<void> {
  for (const { name } of listServiceDatabases(mongoUrl)) {
    if (!(await client.db(name).listCollections({}, { nameOnly: true }).hasNext())) continue;
    const entry: AuditEntry = {
      _id: randomUUID(),
      at: new Date(),
      actor: { kind: 'operator', id },
      action,
      subject: {},
      detail,
      why,
      block: UNSEALED,
    };
    await client.db(name).collection<AuditEntry>(AUDIT_ENTRIES).insertOne(entry);
  }
}
