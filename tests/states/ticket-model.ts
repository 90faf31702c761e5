import { applicationSubmitted, applicationUpdated } from '@archaka/contracts';
import { buildSnapshot } from '../../svc-ticket/src/domain/testing/builders.ts';
import type { StateModel, Step } from './explore.ts';
import type { Intern } from './intern.ts';
import { APPLICATION_ID, type Message, type System, type TicketSide } from './real-code.ts';

const NEWEST_VERSION = 2;

const versions: readonly Message[] = [applicationSubmitted, applicationUpdated].map(({ type }, index) => ({
  type,
  data: {
    application_id: APPLICATION_ID,
    version: index + 1,
    user_id: 'user',
    number: '9',
    snapshot: buildSnapshot(),
  },
}));

/** svc-ticket and its undelivered messages; its actions do not affect payments. */
interface TicketWorld extends TicketSide {
  readonly messages: readonly Message[];
  readonly redeliveries: number;
}

interface TicketModelOptions {
  readonly code: System;
  readonly intern: Intern;
  /** The published payment events of one application. */
  readonly messages: readonly Message[];
  /** The final payment; null for none. */
  readonly paidBy: string | null;
}

async function listTicketSteps(world: TicketWorld, code: System): Promise<Step<TicketWorld>[]> {
  const { messages, redeliveries, ...side } = world;
  const steps: Step<TicketWorld>[] = [];
  for (const [index, message] of messages.entries()) {
    const delivered = { ...world, ...(await code.deliverToTicket(side, message)) };
    const label = `${message.type} of ${message.data.payment_id ?? message.data.version} reaches svc-ticket`;
    steps.push({ label, next: { ...delivered, messages: messages.toSpliced(index, 1) }, isProgress: true });
    if (redeliveries === 0)
      steps.push({
        label: `${label}, redelivered later`,
        next: { ...delivered, redeliveries: 1 },
        isProgress: false,
      });
  }
  const due = code.findDueTicket(side.application, () => undefined);
  if (!side.printed && due && due.applicationVersion.version === side.wanted) {
    const printed = { version: due.applicationVersion.version, payment_id: due.payment.payment_id };
    steps.push({ label: 'the ticket is printed', next: { ...world, printed }, isProgress: true });
  }
  if (side.printed) {
    const issued = { ...world, current: side.printed, printed: null, wanted: null };
    steps.push({ label: 'the ticket is issued', next: issued, isProgress: true });
    steps.push({
      label: 'the printing process crashes',
      next: { ...world, printed: null },
      isProgress: false,
    });
  }
  return steps;
}

function findTicketViolation({ current }: TicketWorld, paidBy: string | null): string | undefined {
  if (!current) return paidBy ? 'a paid application has no ticket' : undefined;
  if (current.payment_id !== paidBy)
    return `the current ticket has the payment ${current.payment_id} instead of ${paidBy}`;
  return current.version === NEWEST_VERSION
    ? undefined
    : `version ${current.version} of the ticket is current`;
}

/** One submission and one edit, with the payment events, in any order. */
export function createTicketModel({
  code,
  intern,
  messages,
  paidBy,
}: TicketModelOptions): StateModel<TicketWorld> {
  const canonicalize = (world: TicketWorld): TicketWorld => ({
    ...world,
    application: intern(world.application),
    printed: world.printed && intern(world.printed),
    current: world.current && intern(world.current),
    messages: intern.list(world.messages, { sorted: true }),
  });
  const start: TicketWorld = {
    application: { application_id: APPLICATION_ID },
    wanted: null,
    printed: null,
    current: null,
    messages: [...versions, ...messages],
    redeliveries: 0,
  };
  return {
    starts: [canonicalize(start)],
    listSteps: async (world) =>
      (await listTicketSteps(world, code)).map((step) => ({ ...step, next: canonicalize(step.next) })),
    findViolation: (world, isSettled) => (isSettled ? findTicketViolation(world, paidBy) : undefined),
  };
}
