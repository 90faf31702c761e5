import { type OperatorOptions, readReason } from '@archaka/service-kit/operators';
import { findLastRun } from '../run-file.ts';
import type { Settings } from '../settings.ts';
import { createOperatorToken } from './identify-operator.ts';
import { isLocalPortal } from './local-operator.ts';

interface OperatorVariables {
  readonly OPERATOR_TOKEN?: string;
}

const findMongoUrl = ({ dataDir, env }: Settings): string | undefined =>
  env.MONGO_URL || findLastRun(dataDir)?.mongoUrl;

/** Identifies the operator once for the commands of several services. */
export async function createOperatorVariables(
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> {
  const mongoUrl = findMongoUrl(settings);
  if (!mongoUrl) return {};
  return { OPERATOR_TOKEN: await createOperatorToken({ given, settings, mongoUrl }) };
}

/** With a named operator, or outside a developer's portal, the service's command identifies the operator itself. */
export const createLocalVariables = async (
  given: OperatorOptions,
  settings: Settings,
): Promise<OperatorVariables> =>
  given.operator === undefined && isLocalPortal(settings) ? createOperatorVariables(given, settings) : {};

/** The operator's reason as arguments of a service's command; requested once for several commands. */
export async function createReasonArguments(given: OperatorOptions): Promise<string[]> {
  const why = await readReason(given);
  return why ? ['--why', why] : [];
}
