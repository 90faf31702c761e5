/**
 * Initiates the replica set of docker-compose.yml and creates its users, or sets their passwords and roles.
 * Runs in mongo's own network, since MongoDB permits only its own machine to create the first user.
 *
 *     MONGO_PASSWORDS='{"operator":"…",…}' node prepare-mongo.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AUDIT_ENTRIES, services } from '@archaka/contracts';
import { type Db, MongoClient, MongoServerError } from 'mongodb';

/** Prefix of the services' databases, and the database of their users; as in Kubernetes. */
const PREFIX = 'archaka';
const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;
const ROLE_EXISTS = 51002;
/** Of the user of backups, which records itself in the audit logs; as in Kubernetes. */
const RECORD_COMMANDS = 'record-commands';
const POLL_INTERVAL_MS = 200;
const TIMEOUT_MS = 60_000;

/** An administrator, a reader of all data for backups, and the services. */
export const MONGO_USERS = [
  'operator',
  'backup',
  ...services.map((service) => `svc-${service}` as const),
] as const;
export type MongoPasswords = Readonly<Record<(typeof MONGO_USERS)[number], string>>;

interface PrepareOptions {
  /** `host:port` on its own machine. */
  readonly address: string;
  /** `host:port` for all other clients. */
  readonly member: string;
  readonly caFile: string;
  readonly passwords: MongoPasswords;
}

const connect = ({ address, caFile }: PrepareOptions, credentials = ''): Promise<MongoClient> =>
  MongoClient.connect(`mongodb://${credentials}${address}/?directConnection=true`, {
    tls: true,
    tlsCAFile: caFile,
    serverSelectionTimeoutMS: TIMEOUT_MS,
  });

export async function prepareMongo(options: PrepareOptions): Promise<void> {
  const { passwords } = options;
  const connectAsOperator = () => connect(options, `operator:${passwords.operator}@`);
  const client = await connectAsOperator().catch(async (error) => {
    if (!hasErrorCode(error, AUTHENTICATION_FAILED)) throw error;
    await createFirstUser(options);
    return connectAsOperator();
  });
  try {
    await waitForPrimary(client.db('admin'));
    const databases = services.map((service) => `${PREFIX}_${service}`);
    for (const db of databases) await upsertRecordingRole(client.db(db));
    await upsertUser(client.db(PREFIX), {
      name: 'backup',
      passwords,
      roles: databases.flatMap((db) => ['read', RECORD_COMMANDS].map((role) => ({ role, db }))),
    });
    for (const service of services) {
      const roles = [{ role: 'readWrite', db: `${PREFIX}_${service}` }];
      await upsertUser(client.db(PREFIX), { name: `svc-${service}`, passwords, roles });
    }
  } finally {
    await client.close();
  }
}

/** Without any user, MongoDB permits a local client to initiate the set and create one. */
async function createFirstUser(options: PrepareOptions): Promise<void> {
  const client = await connect(options);
  const admin = client.db('admin');
  try {
    const members = [{ _id: 0, host: options.member }];
    await admin
      .command({ replSetInitiate: { _id: 'rs0', members } })
      .catch(ignoreErrorCode(ALREADY_INITIALIZED));
    await waitForPrimary(admin);
    await admin.command({ createUser: 'operator', pwd: options.passwords.operator, roles: ['root'] });
  } finally {
    await client.close();
  }
}

async function waitForPrimary(admin: Db): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > deadline)
      throw new Error('mongo did not become primary: check the name of its replica set.');
    await pause(POLL_INTERVAL_MS);
  }
}

async function upsertRecordingRole(db: Db): Promise<void> {
  const resource = { db: db.databaseName, collection: AUDIT_ENTRIES };
  const role = { privileges: [{ resource, actions: ['insert'] }], roles: [] };
  await db.command({ createRole: RECORD_COMMANDS, ...role }).catch(ignoreErrorCode(ROLE_EXISTS));
  await db.command({ updateRole: RECORD_COMMANDS, ...role });
}

interface UserOptions {
  readonly name: keyof MongoPasswords;
  readonly passwords: MongoPasswords;
  readonly roles: readonly { role: string; db: string }[];
}

async function upsertUser(db: Db, { name, passwords, roles }: UserOptions): Promise<void> {
  const user = { pwd: passwords[name], roles };
  await db.command({ createUser: name, ...user }).catch(ignoreErrorCode(USER_EXISTS));
  await db.command({ updateUser: name, ...user });
}

const hasErrorCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

const ignoreErrorCode = (code: number) => (error: unknown) => {
  if (!hasErrorCode(error, code)) throw error;
};

if (import.meta.main) {
  await prepareMongo({
    address: 'localhost:27017',
    member: 'mongo:27017',
    caFile: '/certificates/ca.crt',
    passwords: JSON.parse(process.env.MONGO_PASSWORDS ?? ''),
  });
}
