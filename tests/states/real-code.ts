import type { EventDefinition } from '@archaka/contracts';
import type { Application } from '../../svc-application/src/domain/application.ts';
import { createEventHandlers as createApplicationHandlers } from '../../svc-application/src/events/handlers.ts';
import { applySnapshot, type SyncInput } from '../../svc-payment/src/domain/apply-snapshot.ts';
import { type Ledger, type LedgerChange, needsReplacement } from '../../svc-payment/src/domain/ledger.ts';
import { onApplicationClaimLost } from '../../svc-payment/src/events/handlers.ts';
import {
  findDueTicket,
  type Application as TicketApplication,
} from '../../svc-ticket/src/domain/application.ts';
import { createEventHandlers as createTicketHandlers } from '../../svc-ticket/src/events/handlers.ts';

export const APPLICATION_ID = 'ARC24-EXAMPLE1';

/** An event in flight, with its envelope's fields. */
export interface Message {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** `ending`: another application may claim it; `lost`: another has claimed it. */
export type ClaimState = 'held' | 'ending' | 'lost';

/** svc-application's state of the payments of one application. */
export type ApplicationPayments = Pick<
  Application,
  'state' | 'stateAt' | 'orderId' | 'orders' | 'transactionId' | 'payments' | 'lostPayments'
>;

export interface ApplicationSide {
  readonly application: ApplicationPayments;
  readonly claim: ClaimState;
}

export interface PrintedTicket {
  readonly version: number;
  readonly payment_id: string;
}

/** svc-ticket's state of one application. */
export interface TicketSide {
  readonly application: TicketApplication;
  /** The version of its print job. */
  readonly wanted: number | null;
  /** Printed for that job and not issued yet; a replaced or cancelled job issues nothing. */
  readonly printed: PrintedTicket | null;
  readonly current: PrintedTicket | null;
}

/** The explored code. A defect replaces one of these functions. */
export interface System {
  readonly applySnapshot: (ledger: Ledger, snapshot: SyncInput) => LedgerChange;
  readonly needsReplacement: (order: Pick<Ledger['order'], 'state'>) => boolean;
  readonly deliverToPayment: (ledger: Ledger, message: Message) => Promise<Ledger>;
  readonly deliverToApplication: (
    side: ApplicationSide,
    message: Message,
  ) => Promise<ApplicationSide & { readonly published: readonly Message[] }>;
  readonly deliverToTicket: (side: TicketSide, message: Message) => Promise<TicketSide>;
  readonly findDueTicket: typeof findDueTicket;
}

interface Handler {
  readonly definition: EventDefinition;
  readonly prepare: (envelope: never) => { readonly handle: () => Promise<void> };
}

async function handle(handlers: readonly Handler[], { type, data }: Message): Promise<void> {
  const handler = handlers.find(({ definition }) => definition.type === type);
  if (!handler) throw new Error(`no handler for ${type}`);
  await handler.prepare({ type, data } as never).handle();
}

const FAR = new Date('2099-01-01T00:00:00Z');

/** The event handlers on one application and one claim in memory; mobile and Aadhaar share one claim. */
async function deliverToApplication({ application, claim }: ApplicationSide, message: Message) {
  let [storedApplication, storedClaim] = [application, claim];
  const published: Message[] = [];
  const identity = {
    id: APPLICATION_ID,
    userId: 'user',
    mobileIndex: 'm',
    examYear: '2024',
    content: { aadhaarIndex: 'i' },
  };
  const repositories = {
    applications: {
      getOutline: async () => ({ ...storedApplication, ...identity }),
      updatePaymentState: async (_id: string, change: Partial<ApplicationPayments>) => {
        storedApplication = { ...storedApplication, ...change };
      },
    },
    drafts: { discard: async () => {} },
    firstHolds: { find: async () => undefined, reset: async () => {} },
    claims: {
      find: async (keys: readonly string[]) =>
        new Map(
          keys.map((key) => [
            key,
            {
              key,
              applicationId: storedClaim === 'lost' ? 'another' : APPLICATION_ID,
              userId: 'user',
              freeAfter: storedClaim === 'ending' ? FAR : null,
            },
          ]),
        ),
      acquire: async () => {
        storedClaim = 'held';
      },
      setExpiry: async (_keys: readonly string[], { freeAfter }: { freeAfter: Date | null }) => {
        if (storedClaim !== 'lost') storedClaim = freeAfter ? 'ending' : 'held';
      },
    },
  };
  const handlers = createApplicationHandlers({
    // Contains only the repository methods that the handlers use.
    repositories: repositories as unknown as Parameters<typeof createApplicationHandlers>[0]['repositories'],
    events: {
      publish: async ({ type }, data) => {
        published.push({ type, data: data as Message['data'] });
      },
    },
    audit: { record: async () => {} },
  });
  await handle(handlers, message);
  return { application: storedApplication, claim: storedClaim, published };
}

async function deliverToPayment(ledger: Ledger, message: Message): Promise<Ledger> {
  let stored = ledger;
  const ledgers = {
    open: async () => stored,
    write: async (_before: Ledger, after: Ledger) => {
      stored = after;
    },
  };
  const parts = { ledgers, log: { error: () => {} } } as unknown as Parameters<
    typeof onApplicationClaimLost
  >[0];
  await handle([onApplicationClaimLost(parts)], message);
  return stored;
}

async function deliverToTicket(side: TicketSide, message: Message): Promise<TicketSide> {
  let stored = side;
  const store = (change: Partial<TicketSide>) => {
    stored = { ...stored, ...change };
  };
  const repositories = {
    applications: {
      update: async (_id: string, change: (application: TicketApplication) => TicketApplication) => {
        const before = stored.application;
        const after = change(before);
        if (after !== before) store({ application: after });
        return { before, after };
      },
    },
    jobs: {
      enqueue: async (_id: string, wanted: number) => store({ wanted, printed: null }),
      cancel: async () => store({ wanted: null, printed: null }),
    },
    tickets: { withdraw: async () => store({ current: null }) },
  } as unknown as Parameters<typeof createTicketHandlers>[0];
  await handle(
    createTicketHandlers(repositories, () => undefined),
    message,
  );
  return stored;
}

export const realCode: System = {
  applySnapshot,
  needsReplacement,
  deliverToPayment,
  deliverToApplication,
  deliverToTicket,
  findDueTicket,
};
