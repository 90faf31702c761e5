import { randomBytes } from 'node:crypto';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import { toPublicSliceKey } from '@archaka/slice-store';
import { MONGO_USERS } from './compose/prepare-mongo.ts';
import { createSecrets, toPublicKeySet } from './secrets.ts';

/** The secrets of docker-compose.yml, random, as an env file; with the simulator until there are keys of Razorpay. */
export function createComposeEnv(): string {
  const {
    serviceKeys,
    brokerPasswords,
    sliceKey,
    LOCAL_OPERATOR_SECRET: _operator,
    LOCAL_STAFF_SECRET: _staff,
    ...secrets
  } = createSecrets();
  const mongoPasswords = Object.fromEntries(
    MONGO_USERS.map((user) => [user, randomBytes(24).toString('hex')]),
  );
  const variables = {
    COMPOSE_PROFILES: 'simulator',
    ...secrets,
    BROKER_DEFINITIONS: JSON.stringify(createBrokerDefinitions(brokerPasswords)),
    ...Object.fromEntries(
      Object.entries(brokerPasswords).map(([service, password]) => [
        toVariable(`svc-${service}`, 'BROKER_PASSWORD'),
        password,
      ]),
    ),
    MONGO_PASSWORDS: JSON.stringify(mongoPasswords),
    ...Object.fromEntries(
      Object.entries(mongoPasswords).map(([user, password]) => [
        toVariable(user, 'MONGO_PASSWORD'),
        password,
      ]),
    ),
    SLICE_KEY: JSON.stringify(sliceKey),
    SLICE_JWKS: JSON.stringify({ keys: [toPublicSliceKey(sliceKey)] }),
    SERVICE_JWKS: JSON.stringify(toPublicKeySet(serviceKeys)),
    ...Object.fromEntries(
      Object.entries(serviceKeys).map(([name, pair]) => [
        toVariable(name, 'KEY'),
        JSON.stringify(pair.private),
      ]),
    ),
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** svc-auth, KEY → SVC_AUTH_KEY */
function toVariable(name: string, suffix: string): string {
  return `${name.replace('-', '_').toUpperCase()}_${suffix}`;
}

if (import.meta.main) process.stdout.write(createComposeEnv());
