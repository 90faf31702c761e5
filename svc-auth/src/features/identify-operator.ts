import { randomUUID } from 'node:crypto';
import { findOperator, identifyOperator } from '@archaka/contracts';
import { type AuditLog, businessError, type CallHandler, handleCall, ok } from '@archaka/service-kit';
import {
  type Credentials,
  checkCode,
  isLocked,
  LOCKOUT_MS,
  MAX_ATTEMPTS,
  roles,
  signOperatorToken,
} from '@archaka/service-kit/operators';
import type { JWK } from 'jose';
import type { OperatorRepository } from '../persistence/operator-repository.ts';

const LOCAL_OPERATOR = 'local';

interface OperatorStores {
  readonly operators: OperatorRepository;
  readonly audit: AuditLog;
  readonly config: {
    /** Signs the token. */
    readonly SERVICE_KEY: JWK;
    /** Secret of the only operator of a local portal, who has every role; created with the first code. */
    readonly LOCAL_OPERATOR_SECRET?: string | undefined;
  };
}

type Identification =
  | { readonly outcome: 'accepted'; readonly token: string }
  | { readonly outcome: 'locked' | 'replayed' | 'rejected' };

/** Records every rejection; the command's own entry names an accepted operator. */
export async function checkCredentials(
  { operators, audit, config: { SERVICE_KEY: key, LOCAL_OPERATOR_SECRET: localSecret } }: OperatorStores,
  { operator: name, code }: Credentials,
): Promise<Identification> {
  const record = (action: 'operator.rejected' | 'operator.locked', id: string) =>
    audit.record({ action, actor: { kind: 'operator', id } });
  if (name === LOCAL_OPERATOR && localSecret !== undefined)
    await operators.addFirst({ id: randomUUID(), name, roles, secret: localSecret });
  const account = await operators.beginAttempt(name);
  if (!account) {
    await record('operator.rejected', 'unknown');
    return { outcome: 'rejected' };
  }
  const now = new Date();
  const checked = checkCode(account, { secret: account.secret, code, now });
  if (checked.outcome === 'accepted' && (await operators.accept(account.id, checked.step))) {
    const operator = { id: account.id, roles: account.roles };
    return { outcome: 'accepted', token: await signOperatorToken(operator, { key, now }) };
  }
  const outcome = checked.outcome === 'accepted' ? 'replayed' : checked.outcome;
  await record(outcome === 'locked' ? 'operator.locked' : 'operator.rejected', account.id);
  // Neither counts as a guess: a correct code, and a code that is not verified.
  if (outcome === 'replayed' || isLocked(account, now)) await operators.forgive(account.id);
  else if (account.attempts >= MAX_ATTEMPTS)
    await operators.lock(account.id, new Date(now.getTime() + LOCKOUT_MS));
  return { outcome };
}

export const createOperatorHandlers = (stores: OperatorStores): CallHandler[] => [
  handleCall(identifyOperator, {
    handle: async ({ body }) => {
      const identified = await checkCredentials(stores, body);
      if (identified.outcome === 'accepted') return ok({ data: [{ token: identified.token }] });
      return businessError(identified.outcome === 'locked' ? 421 : 420);
    },
  }),
  handleCall(findOperator, {
    handle: async ({ body: { operator_id } }) => {
      const account = await stores.operators.find(operator_id);
      const data = account && { roles: [...account.roles], is_disabled: account.isDisabled };
      return ok({ data: data ? [data] : [] });
    },
  }),
];
