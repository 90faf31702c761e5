import type { Assertion } from './assertion.ts';

/** Asserts one current ticket for each paid application and none for others. Journeys have fetched theirs. */
export const assertTicketsMatch: Assertion = ({ snapshot }) => {
  const currentTickets = Map.groupBy(
    snapshot.tickets.filter(({ state }) => state === 'current'),
    ({ application_id }) => String(application_id),
  );
  const violations = snapshot.applications.flatMap(({ _id, state }) => {
    const tickets = currentTickets.get(String(_id))?.length ?? 0;
    return tickets === (state === 'paid' ? 1 : 0)
      ? []
      : [`${_id} is ${state} and has ${tickets} current tickets`];
  });
  const paid = snapshot.applications.filter(({ state }) => state === 'paid').length;
  return {
    measured: `${currentTickets.size} tickets, ${paid} of ${snapshot.applications.length} applications paid`,
    violations,
  };
};
