import { brokerDefinitions } from '@archaka/contracts/broker';
import { publicSliceKey } from '@archaka/slice-store';
import { makeSecrets } from './secrets.ts';
import { publicSet } from './service-keys.ts';

/** The secrets of docker-compose.yml, random, as an env file. */
export function composeEnv(): string {
  const { serviceKeys, brokerPasswords, sliceKey, ...secrets } = makeSecrets();
  const variables = {
    ...secrets,
    BROKER_DEFINITIONS: JSON.stringify(brokerDefinitions(brokerPasswords)),
    ...Object.fromEntries(
      Object.entries(brokerPasswords).map(([service, password]) => [
        `SVC_${service.toUpperCase()}_BROKER_PASSWORD`,
        password,
      ]),
    ),
    SLICE_KEY: JSON.stringify(sliceKey),
    SLICE_JWKS: JSON.stringify({ keys: [publicSliceKey(sliceKey)] }),
    SERVICE_JWKS: JSON.stringify(publicSet(serviceKeys)),
    ...Object.fromEntries(
      Object.entries(serviceKeys).map(([name, pair]) => [variableOf(name), JSON.stringify(pair.private)]),
    ),
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** svc-auth → SVC_AUTH_KEY */
function variableOf(name: string): string {
  return `${name.replace('-', '_').toUpperCase()}_KEY`;
}

if (import.meta.main) process.stdout.write(composeEnv());
