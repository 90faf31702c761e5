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
const AGAIN_MS = 200;
const PATIENCE_MS = 60_000;

/** Who may do anything, who may read all for a backup, and the services. */
export const MONGO_USERS = [
  'operator',
  'backup',
  ...services.map((service) => `svc-${service}` as const),
] as const;
export type MongoPasswords = Readonly<Record<(typeof MONGO_USERS)[number], string>>;

interface Preparing {
  /** `host:port` by which it is reached on its own machine. */
  readonly at: string;
  /** `host:port` by which everybody else reaches it. */
  readonly member: string;
  readonly caFile: string;
  readonly passwords: MongoPasswords;
}

const connect = ({ at, caFile }: Preparing, credentials = ''): Promise<MongoClient> =>
  MongoClient.connect(`mongodb://${credentials}${at}/?directConnection=true`, {
    tls: true,
    tlsCAFile: caFile,
    serverSelectionTimeoutMS: PATIENCE_MS,
  });

export async function prepareMongo(preparing: Preparing): Promise<void> {
  const { passwords } = preparing;
  const asOperator = () => connect(preparing, `operator:${passwords.operator}@`);
  const client = await asOperator().catch(async (error) => {
    if (!isCode(error, AUTHENTICATION_FAILED)) throw error;
    await makeFirstUser(preparing);
    return asOperator();
  });
  try {
    await untilPrimary(client.db('admin'));
    const databases = services.map((service) => `${PREFIX}_${service}`);
    await keepUser(client.db(PREFIX), {
      name: 'backup',
      passwords,
      roles: databases.map((db) => ({ role: 'read', db })),
    });
    for (const service of services) {
      const roles = [{ role: 'readWrite', db: `${PREFIX}_${service}` }];
      await keepUser(client.db(PREFIX), { name: `svc-${service}`, passwords, roles });
    }
  } finally {
    await client.close();
  }
}

/** While there is no user, MongoDB lets who is on its machine initiate the set and make one. */
async function makeFirstUser(preparing: Preparing): Promise<void> {
  const client = await connect(preparing);
  const admin = client.db('admin');
  try {
    const members = [{ _id: 0, host: preparing.member }];
    await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch(unless(ALREADY_INITIALIZED));
    await untilPrimary(admin);
    await admin.command({ createUser: 'operator', pwd: preparing.passwords.operator, roles: ['root'] });
  } finally {
    await client.close();
  }
}

async function untilPrimary(admin: Db): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
    if (Date.now() > deadline)
      throw new Error('mongo did not become primary: is its replica set called otherwise?');
    await pause(AGAIN_MS);
  }
}

interface Kept {
  readonly name: keyof MongoPasswords;
  readonly passwords: MongoPasswords;
  readonly roles: readonly { role: string; db: string }[];
}

async function keepUser(db: Db, { name, passwords, roles }: Kept): Promise<void> {
  const user = { pwd: passwords[name], roles };
  await db.command({ createUser: name, ...user }).catch(unless(USER_EXISTS));
  await db.command({ updateUser: name, ...user });
}

const isCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

const unless = (code: number) => (error: unknown) => {
  if (!isCode(error, code)) throw error;
};

if (import.meta.main) {
  await prepareMongo({
    ...{ at: 'localhost:27017', member: 'mongo:27017', caFile: '/certificates/ca.crt' },
    passwords: JSON.parse(process.env.MONGO_PASSWORDS ?? ''),
  });
}
