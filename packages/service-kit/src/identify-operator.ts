import { identifyOperator as identifyOperatorCall } from '@archaka/contracts';
import {
  CommandError,
  type Operator,
  type OperatorOptions,
  readCredentials,
  readOperatorToken,
} from '@archaka/operators';
import { createServiceSigner } from './auth/service-tokens.ts';
import { addressVariables, baseConfig, loadConfig } from './config.ts';

const callVariables = baseConfig.pick({ SERVICE_KEY: true }).extend(addressVariables);

/** Uses up the code. @throws CommandError when svc-auth rejects it */
async function requestToken(given: OperatorOptions): Promise<string> {
  const credentials = await readCredentials(given);
  const config = loadConfig(callVariables);
  const { createServiceClient } = await import('./service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  try {
    const { message, data } = await services.call(identifyOperatorCall, credentials);
    const token = data?.[0]?.token;
    if (token === undefined) throw new CommandError(`${message}.`);
    return token;
  } finally {
    await services.close();
  }
}

/** By OPERATOR_TOKEN, else by name and code at svc-auth. @throws CommandError unless it is this portal's operator */
export async function identifyOperator(given: OperatorOptions): Promise<Operator> {
  const stored = given.operator === undefined ? process.env.OPERATOR_TOKEN : undefined;
  const token = stored || (await requestToken(given));
  const { SERVICE_JWKS } = loadConfig(baseConfig.pick({ SERVICE_JWKS: true }));
  return readOperatorToken(token, SERVICE_JWKS);
}
