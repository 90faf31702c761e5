import type { TicketClaims } from '@archaka/contracts';
import { type AuditLog, anonymousActor } from '@archaka/service-kit';
import { findDueTicket } from '../../domain/application.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';

export type VerificationResult =
  | {
      readonly state: 'current' | 'superseded';
      readonly claims: TicketClaims;
      /** JPEG. */
      readonly photo: Buffer | undefined;
    }
  | { readonly state: 'not-genuine' };

interface VerifyTicketTokenDependencies {
  readonly keys: KeyRing;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly audit: AuditLog;
}

const NOT_GENUINE: VerificationResult = { state: 'not-genuine' };

/** A newer version supersedes a ticket before its own ticket is made; so does a reversed payment. */
export async function verifyTicketToken(
  token: string,
  { keys, applications, tickets, audit }: VerifyTicketTokenDependencies,
): Promise<VerificationResult> {
  const claims = await keys.verify(token);
  if (!claims) return NOT_GENUINE;
  const { application_id, version } = claims;
  const issued = await tickets.findIssued(application_id, version);
  if (!issued) return NOT_GENUINE;
  const application = await applications.find(application_id);
  const dueVersion = application && findDueTicket(application)?.applicationVersion.version;
  const state = dueVersion === version ? 'current' : 'superseded';
  const userId = application?.newest?.user_id;
  await audit.record({
    action: 'ticket.verified',
    actor: anonymousActor,
    subject: { applicationId: application_id, ...(userId && { userId }) },
    detail: { version, state },
  });
  return { state, claims, photo: issued.photo };
}
