import { explore } from './explore.ts';
import { createIntern } from './intern.ts';
import type { System } from './real-code.ts';
import { createTicketModel } from './ticket-model.ts';
import { createCanonicalizer, createStarts, type World } from './world.ts';
import { findWorldViolation } from './world-invariants.ts';
import { createWorldSteps, type Limits } from './world-steps.ts';

/** The number of states, and the first violation with the labels of its trace. */
export interface Report {
  readonly states: number;
  readonly edges: number;
  readonly longestTrace: readonly string[];
  readonly violation: { readonly problem: string; readonly trace: readonly string[] } | undefined;
  readonly applicationStates: ReadonlySet<string>;
  readonly orderStates: ReadonlySet<string>;
}

/** Explores payment and application and then, for each possible final set of events, the ticket. */
export async function checkStates(code: System, limits: Limits): Promise<Report> {
  const intern = createIntern();
  const worlds = await explore({
    starts: createStarts().map(createCanonicalizer(intern)),
    listSteps: createWorldSteps({ code, intern, limits }),
    findViolation: findWorldViolation,
    maxSteps: limits.steps,
  });
  let [count, edges, violation] = [worlds.states.length, worlds.edges, worlds.violation];
  for (const { toTicket, paidBy } of violation ? [] : listTicketStarts(worlds.settled)) {
    const tickets = await explore(createTicketModel({ code, intern, messages: toTicket, paidBy }));
    count += tickets.states.length;
    edges += tickets.edges;
    violation ??= tickets.violation;
  }
  return {
    states: count,
    edges,
    longestTrace: worlds.longestTrace,
    violation,
    applicationStates: new Set(worlds.states.map(({ application }) => application.state)),
    orderStates: new Set(worlds.states.flatMap(({ ledgers }) => ledgers.map(({ order }) => order.state))),
  };
}

interface TicketStart extends Pick<World, 'toTicket'> {
  readonly paidBy: string | null;
}

/** The possible final events for svc-ticket, whose actions do not affect the others. */
function listTicketStarts(settled: readonly World[]): TicketStart[] {
  const starts = settled.map(({ toTicket, application }) => ({
    toTicket,
    paidBy: application.state === 'paid' ? application.transactionId : null,
  }));
  return [...new Map(starts.map((start) => [JSON.stringify(start), start])).values()];
}
