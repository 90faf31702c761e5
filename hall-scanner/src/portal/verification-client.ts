import { routes, type TicketVerification } from '@archaka/contracts/calls';
import * as z from 'zod/mini';

/** A clerk with a queue waits no longer, and less after the network failed once. */
const TIMEOUT_MS = 4000;
const TIMEOUT_AFTER_FAILURE_MS = 1500;

/** The contract's `ticketVerification`, repeated with zod/mini, which is smaller in the page. */
const verificationSchema: z.ZodMiniType<TicketVerification> = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-genuine') }),
  z.object({
    state: z.enum(['current', 'superseded']),
    application_id: z.string(),
    version: z.int(),
    exam_type: z.int(),
    day: z.iso.date(),
    photo: z.nullable(z.base64()),
  }),
]);

export type FetchVerification = (token: string) => Promise<TicketVerification | undefined>;

async function requestVerification(token: string, timeoutMs: number): Promise<TicketVerification> {
  const response = await fetch(routes.verifyTicket.path.replace(':token', token), {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the portal answers ${response.status}`);
  return verificationSchema.parse(await response.json());
}

/** Undefined without a valid response in time. Ignores `navigator.onLine`: the portal may run on this machine. */
export function createVerificationClient(): FetchVerification {
  let timeoutMs = TIMEOUT_MS;
  return async (token) => {
    try {
      const verification = await requestVerification(token, timeoutMs);
      timeoutMs = TIMEOUT_MS;
      return verification;
    } catch {
      timeoutMs = TIMEOUT_AFTER_FAILURE_MS;
      return undefined;
    }
  };
}
