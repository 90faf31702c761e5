import { randomBytes } from 'node:crypto';
import { brokerDefinitions } from '@archaka/contracts/broker';
import { publicSliceKey } from '@archaka/slice-store';
import { MONGO_USERS } from './compose/prepare-mongo.ts';
import { makeSecrets } from './secrets.ts';
import { publicSet } from './service-keys.ts';

/** The secrets of docker-compose.yml, random, as an env file. */
export function composeEnv(): string {
  const { serviceKeys, brokerPasswords, sliceKey, ...secrets } = makeSecrets();
  const mongoPasswords = Object.fromEntries(
    MONGO_USERS.map((user) => [user, randomBytes(24).toString('hex')]),
  );
  const variables = {
    ...secrets,
    BROKER_DEFINITIONS: JSON.stringify(brokerDefinitions(brokerPasswords)),
    ...Object.fromEntries(
      Object.entries(brokerPasswords).map(([service, password]) => [
        variableOf(`svc-${service}`, 'BROKER_PASSWORD'),
        password,
      ]),
    ),
    MONGO_PASSWORDS: JSON.stringify(mongoPasswords),
    ...Object.fromEntries(
      Object.entries(mongoPasswords).map(([user, password]) => [
        variableOf(user, 'MONGO_PASSWORD'),
        password,
      ]),
    ),
    SLICE_KEY: JSON.stringify(sliceKey),
    SLICE_JWKS: JSON.stringify({ keys: [publicSliceKey(sliceKey)] }),
    SERVICE_JWKS: JSON.stringify(publicSet(serviceKeys)),
    ...Object.fromEntries(
      Object.entries(serviceKeys).map(([name, pair]) => [
        variableOf(name, 'KEY'),
        JSON.stringify(pair.private),
      ]),
    ),
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** svc-auth, KEY → SVC_AUTH_KEY */
function variableOf(name: string, what: string): string {
  return `${name.replace('-', '_').toUpperCase()}_${what}`;
}

if (import.meta.main) process.stdout.write(composeEnv());
