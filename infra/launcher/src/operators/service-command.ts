import { type OperatorOptions, readReason } from '@archaka/operators';
import { findLastRun } from '../run-file.ts';
import type { Settings } from '../settings.ts';
import { createOperatorToken } from './identify-operator.ts';
import { isLocalPortal } from './local-operator.ts';

interface OperatorVariables {
  readonly OPERATOR_TOKEN?: string;
}

const findMongoUrl = ({ dataDir, env }: Settings): string | undefined =>
  env.MONGO_URL || findLastRun(dataDir)?.mongoUrl;

/** Lets one code open the commands of several services. */
export async function createOperatorVariables(
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> {
  const mongoUrl = findMongoUrl(settings);
  if (!mongoUrl) return {};
  return { OPERATOR_TOKEN: await createOperatorToken({ given, settings, mongoUrl }) };
}

/** Where an operator is named, or the portal is no developer's own, the service's command identifies them itself. */
export const createLocalVariables = async (
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> =>
  given.operator === undefined && isLocalPortal(settings) ? createOperatorVariables(given, settings) : {};

/** As a service's command reads it; asked for once. */
export async function createReasonArguments(given: OperatorOptions): Promise<string[]> {
  const why = await readReason(given);
  return why ? ['--why', why] : [];
}
