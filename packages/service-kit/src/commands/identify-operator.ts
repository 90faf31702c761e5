import { findOperator, identifyOperator as identifyOperatorCall } from '@archaka/contracts';
import { createServiceSigner } from '../auth/service-tokens.ts';
import { CommandError, exitCodes } from '../command-line.ts';
import { addressVariables, baseConfig, loadConfig } from '../config.ts';
import {
  type Operator,
  type OperatorOptions,
  type Role,
  readCredentials,
  readOperatorToken,
  roles,
} from '../operators/index.ts';
import type { ServiceClient } from '../service-client.ts';

const OBSERVATION_MS = 1000;

const callVariables = baseConfig.pick({ SERVICE_KEY: true }).extend(addressVariables);

async function withServices<Result>(work: (services: ServiceClient) => Promise<Result>): Promise<Result> {
  const config = loadConfig(callVariables);
  const { createServiceClient } = await import('../service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** Uses up the code. @throws CommandError when svc-auth rejects it */
async function requestToken(given: OperatorOptions): Promise<string> {
  const credentials = await readCredentials(given);
  const { message, data } = await withServices((services) =>
    services.call(identifyOperatorCall, credentials),
  );
  const token = data?.[0]?.token;
  if (token === undefined) throw new CommandError(`${message}.`);
  return token;
}

const isRole = (name: string): name is Role => roles.some((role) => role === name);

/** A token outlives a change of its account. @throws CommandError for a disabled operator */
async function readCurrentRoles(services: ServiceClient, operator: Operator): Promise<Operator> {
  const { data } = await services.call(findOperator, { operator_id: operator.id });
  const [account] = data ?? [];
  if (account?.is_disabled) throw new CommandError('This operator is disabled.');
  return account ? { ...operator, roles: account.roles.filter(isRole) } : operator;
}

/** By OPERATOR_TOKEN, else by name and code at svc-auth. @throws CommandError unless it is this portal's operator */
export async function identifyOperator(given: OperatorOptions): Promise<Operator> {
  const stored = given.operator === undefined ? process.env.OPERATOR_TOKEN : undefined;
  const token = stored || (await requestToken(given));
  const { SERVICE_JWKS } = loadConfig(baseConfig.pick({ SERVICE_JWKS: true }));
  const operator = await readOperatorToken(token, SERVICE_JWKS);
  return withServices((services) => readCurrentRoles(services, operator));
}

/**
 * Ends this process when its operator is disabled while it runs.
 * @returns stops observing
 */
export async function observeOperator(operator: Operator): Promise<() => Promise<void>> {
  const config = loadConfig(callVariables);
  const { createServiceClient } = await import('../service-client.ts');
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  const timer = setInterval(async () => {
    // An outage of svc-auth does not end a command that it has permitted.
    const fault = await readCurrentRoles(services, operator).catch((error) => error);
    if (!(fault instanceof CommandError)) return;
    process.stderr.write(`${fault.message} The command was ended.\n`);
    process.exit(exitCodes.failure);
  }, OBSERVATION_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await services.close();
  };
}
