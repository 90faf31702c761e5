import {
  type ErasureState,
  erasingServices,
  erasureRequested,
  getErasure,
  getOwnErasure,
  type RemainingData,
  requestErasure,
  type Service,
} from '@archaka/contracts';
import { type CallHandler, handleCall, ok, toApplicant, toNetworkKey } from '@archaka/service-kit';
import { VERY_FRESH_MINUTES } from '../domain/session.ts';
import type { Erasure } from '../persistence/erasure-repository.ts';
import type { Dependencies } from './dependencies.ts';

/** `waiting` with unsettled data; data that only awaits its date is settled. */
function toServiceState(
  report: { readonly remaining: readonly RemainingData[] } | undefined,
): ErasureState['services'][number]['state'] {
  if (!report) return 'asked';
  const isUnsettled = report.remaining.some(
    ({ because }) => because === 'open-payment' || because === 'application',
  );
  return isUnsettled ? 'waiting' : 'done';
}

/** The account is deleted last: it is `waiting` while another service is not done. */
const toErasureState = ({ receipt, requested_at, reports, done_at }: Erasure): ErasureState => ({
  receipt,
  requested_at: requested_at.toISOString(),
  done_at: done_at?.toISOString() ?? null,
  services: [
    ...erasingServices.map((service) => ({
      service,
      state: toServiceState(reports[service]),
      remaining: [...(reports[service]?.remaining ?? [])],
    })),
    { service: 'auth', state: done_at ? 'done' : 'waiting', remaining: [] },
  ],
});

const createRequestErasureHandler = ({ db, audit, events, erasures, sessions }: Dependencies) =>
  handleCall(requestErasure, {
    handle: async ({ user }) => {
      await sessions.assertFresh(user.sid, VERY_FRESH_MINUTES);
      const erasure = await db.transaction(async () => {
        const requested = await erasures.request(user.id);
        if (!requested.isNew) return requested.erasure;
        const at = requested.erasure.requested_at.toISOString();
        await audit.record({ action: 'erasure.requested', actor: toApplicant(user) });
        await events.publish(erasureRequested, { user_id: user.id, at });
        return requested.erasure;
      });
      return ok({ data: [toErasureState(erasure)] });
    },
  });

export const createErasureCalls = (deps: Dependencies): CallHandler[] => [
  createRequestErasureHandler(deps),
  handleCall(getOwnErasure, {
    handle: async ({ user }) => {
      const erasure = await deps.erasures.find(user.id);
      return ok({ data: erasure ? [toErasureState(erasure)] : [] });
    },
  }),
  handleCall(getErasure, {
    load: ({ request }) => deps.rateLimits.receiptReads.consume(toNetworkKey(request)),
    handle: async ({ body: { receipt } }) => {
      const erasure = await deps.erasures.findByReceipt(receipt);
      return ok({ data: erasure ? [toErasureState(erasure)] : [] });
    },
  }),
];

/** Ends the sessions and frees mobile number and e-mail. Call in a transaction. */
async function eraseAccount(deps: Dependencies, accountId: string): Promise<void> {
  await deps.sessions.removeAccount(accountId);
  await deps.otps.removeAccount(accountId);
  await deps.browsers.removeAccount(accountId);
  await deps.texts.removeApplications(await deps.applications.removeOwner(accountId));
  await deps.texts.removeAccount(accountId);
  await deps.consents.removeByUser(accountId);
  await deps.accounts.remove(accountId);
  await deps.audit.record({
    action: 'data.erased',
    actor: { kind: 'service', id: 'svc-auth' },
    subject: { userId: accountId },
  });
  // A rollback does not restore it: the remaining rows are unreadable until the event is redelivered.
  await deps.destroyDataKey(accountId);
}

/** Deletes the account once every service is done. Call in a transaction. */
export async function reportErasure(
  deps: Dependencies,
  userId: string,
  service: Service,
  report: { readonly at: Date; readonly remaining: readonly RemainingData[] },
): Promise<void> {
  const erasure = await deps.erasures.recordReport(userId, service, report);
  if (!erasure || erasure.done_at) return;
  if (erasingServices.some((each) => toServiceState(erasure.reports[each]) !== 'done')) return;
  await eraseAccount(deps, userId);
  await deps.erasures.markDone(userId);
}
