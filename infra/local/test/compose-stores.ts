import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapServices, type Service } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import {
  findOrInstallMongod,
  findOrInstallRabbit,
  freePorts,
  startChild,
  startRabbit,
} from '@archaka/engines';
import { parse } from 'yaml';
import { MONGO_USERS, type MongoPasswords, prepareMongo } from '../src/compose/prepare-mongo.ts';
import { renewCertificates } from '../src/compose/renew-certificates.ts';
import { root } from '../src/settings.ts';

interface Compose {
  readonly services: { readonly mongo: { readonly command: readonly string[] } };
  readonly configs: { readonly 'broker-conf': { readonly content: string } };
}

const compose: Compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const password = () => randomBytes(24).toString('hex');

/** Stores with the settings of docker-compose.yml, on this machine's loopback interface, named localhost. */
export async function startComposeStores() {
  const folder = await mkdtemp(join(tmpdir(), 'compose-stores-'));
  const place = (name: string) => join(folder, name);
  await renewCertificates(folder);
  const [mongoPort, plainPort, brokerPort] = (await freePorts(3)) as [number, number, number];
  const mongod = await startMongo({ folder, port: mongoPort });
  const passwords = Object.fromEntries(MONGO_USERS.map((user) => [user, password()])) as MongoPasswords;
  const member = `localhost:${mongoPort}`;
  const prepare = () => prepareMongo({ address: member, member, caFile: place('trust/ca.crt'), passwords });
  await prepare();
  const brokerPasswords = mapServices(password);
  const rabbit = await startRabbit({
    rabbit: await findOrInstallRabbit(),
    dataDir: place('broker'),
    port: plainPort,
    settings: brokerSettings(folder, brokerPort),
    definitions: createBrokerDefinitions(brokerPasswords),
  });
  return {
    /** The trusted authority of the containers. */
    caFile: place('trust/ca.crt'),
    place,
    passwords,
    prepare,
    /** A service's addresses as in docker-compose.yml. */
    mongoUrl: (user: keyof MongoPasswords, caFile = place('trust/ca.crt')) =>
      `mongodb://${user}:${passwords[user]}@${member}/archaka?replicaSet=rs0&tls=true&tlsCAFile=${caFile}`,
    amqpUrl: (service: Service) =>
      `amqps://svc-${service}:${brokerPasswords[service]}@localhost:${brokerPort}`,
    stop: async () => {
      await Promise.all([mongod.stop(), rabbit.stop()]);
      await rm(folder, { recursive: true });
    },
  };
}

async function startMongo({ folder, port }: { folder: string; port: number }) {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const args = compose.services.mongo.command
    .filter((arg) => arg !== '--bind_ip_all')
    .map((arg) => arg.replace('/certificates', join(folder, 'mongo')));
  const own = ['--bind_ip', 'localhost', '--port', String(port), '--dbpath', dataDir, '--nounixsocket'];
  const command = await findOrInstallMongod();
  return startChild({ command, args: [...args, ...own], env: process.env });
}

/** In addition to the listener without TLS that the engine's start needs, which compose does not have. */
function brokerSettings(folder: string, port: number): string {
  return compose.configs['broker-conf'].content
    .replace(/^(load_definitions|listeners\.tcp) = .*\n/gm, '')
    .replace('listeners.ssl.default = 5671', `listeners.ssl.1 = 127.0.0.1:${port}`)
    .replaceAll('/certificates', join(folder, 'rabbitmq'));
}
