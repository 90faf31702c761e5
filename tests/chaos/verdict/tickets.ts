import type { Assertion } from './finding.ts';

/** A paid application has one current ticket; no other has any. Applicants fetched theirs on their way. */
export const ticketsFit: Assertion = ({ books }) => {
  const current = Map.groupBy(
    books.tickets.filter(({ state }) => state === 'current'),
    ({ application_id }) => String(application_id),
  );
  const against = books.applications.flatMap(({ _id, state }) => {
    const tickets = current.get(String(_id))?.length ?? 0;
    return tickets === (state === 'paid' ? 1 : 0)
      ? []
      : [`${_id} is ${state} and has ${tickets} current tickets`];
  });
  const paid = books.applications.filter(({ state }) => state === 'paid').length;
  return {
    measured: `${current.size} tickets, ${paid} of ${books.applications.length} applications paid`,
    against,
  };
};
