import { randomUUID } from 'node:crypto';
import { findOperator, identifyOperator } from '@archaka/contracts';
import { type AuditLog, businessError, handleCall, ok } from '@archaka/service-kit';
import {
  type Credentials,
  checkCode,
  isLocked,
  LOCKOUT_MS,
  MAX_ATTEMPTS,
  type Operator,
  roles,
  signOperatorToken,
} from '@archaka/service-kit/operators';
import type { JWK } from 'jose';
import type { OperatorRepository } from '../persistence/operator-repository.ts';

interface IdentifyOperatorDependencies {
  readonly operators: OperatorRepository;
  readonly audit: AuditLog;
  /** svc-auth's key, which signs the token. */
  readonly key: JWK;
  /** Secret of the only operator of a local portal, who has every role; created with the first code. */
  readonly localSecret: string | undefined;
}

const LOCAL_OPERATOR = 'local';

type Identification =
  | { readonly outcome: 'accepted'; readonly operator: Operator; readonly token: string }
  | { readonly outcome: 'locked' | 'replayed' | 'rejected' };

type IdentifyOperator = (credentials: Credentials) => Promise<Identification>;

/** Records every rejection; the command's own entry names an accepted operator. */
export function createIdentifyOperator({
  operators,
  audit,
  key,
  localSecret,
}: IdentifyOperatorDependencies): IdentifyOperator {
  const record = (action: 'operator.rejected' | 'operator.locked', id: string) =>
    audit.record({ action, actor: { kind: 'operator', id } });

  return async ({ operator: name, code }) => {
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
      return { outcome: 'accepted', operator, token: await signOperatorToken(operator, { key, now }) };
    }
    const outcome = checked.outcome === 'accepted' ? 'replayed' : checked.outcome;
    await record(outcome === 'locked' ? 'operator.locked' : 'operator.rejected', account.id);
    // Neither counts as a guess: a correct code, and a code that is not verified.
    if (outcome === 'replayed' || isLocked(account, now)) await operators.forgive(account.id);
    else if (account.attempts >= MAX_ATTEMPTS)
      await operators.lock(account.id, new Date(now.getTime() + LOCKOUT_MS));
    return { outcome };
  };
}

export const createIdentifyOperatorHandler = (identify: IdentifyOperator) =>
  handleCall(identifyOperator, {
    handle: async ({ body }) => {
      const identified = await identify(body);
      if (identified.outcome === 'accepted') return ok({ data: [{ token: identified.token }] });
      return businessError(identified.outcome === 'locked' ? 421 : 420);
    },
  });

export const createFindOperatorHandler = (operators: OperatorRepository) =>
  handleCall(findOperator, {
    handle: async ({ body: { operator_id } }) => {
      const account = await operators.find(operator_id);
      const data = account && { roles: [...account.roles], is_disabled: account.isDisabled };
      return ok({ data: data ? [data] : [] });
    },
  });
