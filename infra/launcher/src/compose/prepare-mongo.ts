/**
 * Initiates the replica set of docker-compose.yml and makes its users, or gives them the passwords and roles that they
 * should have. Runs in mongo's own network, since MongoDB lets only its own machine make the first user.
 *
 *     MONGO_PASSWORDS='{"operator":"…",…}' node prepare-mongo.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@archaka/contracts';
import { type Db, MongoClient, MongoServerError } from 'mongodb';

/** Of the services' databases, and where their users are kept; as in Kubernetes. */
const PREFIX = 'archaka';
const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;
const POLL_INTERVAL_MS = 200;
const TIMEOUT_MS = 60_000;

/** Who may do anything, who may read all for a backup, and the services. */
export const MONGO_USERS = [
  'operator',
  'backup',
  ...services.map((service) => `svc-${service}` as const),
] as const;
export type MongoPasswords = Readonly<Record<(typeof MONGO_USERS)[number], string>>;

interface PrepareOptions {
  /** `host:port` by which it is reached on its own machine. */
  readonly address: string;
  /** `host:port` by which everybody else reaches it. */
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
    await upsertUser(client.db(PREFIX), {
      name: 'backup',
      passwords,
      roles: databases.map((db) => ({ role: 'read', db })),
    });
    for (const service of services) {
      const roles = [{ role: 'readWrite', db: `${PREFIX}_${service}` }];
      await upsertUser(client.db(PREFIX), { name: `svc-${service}`, passwords, roles });
    }
  } finally {
    await client.close();
  }
}

/** While there is no user, MongoDB lets who is on its machine initiate the set and make one. */
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
      throw new Error('mongo did not become primary: is its replica set called otherwise?');
    await pause(POLL_INTERVAL_MS);
  }
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
    ...{ address: 'localhost:27017', member: 'mongo:27017', caFile: '/certificates/ca.crt' },
    passwords: JSON.parse(process.env.MONGO_PASSWORDS ?? ''),
  });
}
