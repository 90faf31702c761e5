import type { Examination } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import type { Allotment } from '../../domain/allotment.ts';
import { findDueTicket, type TicketRequest } from '../../domain/application.ts';
import type { Centre } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { TicketRef } from '../../persistence/ticket-repository.ts';

/** A paid applicant of the centre whose ticket is made. */
export interface Candidate {
  readonly ticketRequest: TicketRequest;
  readonly ticketRef: TicketRef;
  readonly allotment?: Allotment | undefined;
}

interface Count {
  readonly paid: number;
  readonly ticketed: number;
  readonly listed: number;
}

interface Group extends Omit<Count, 'listed'> {
  readonly exam_type: number;
  readonly exam_regular: number;
}

/** Read in one transaction, as of `readAt`. */
export interface CandidateList {
  readonly readAt: Date;
  /** By centre and seat; those without a seat after them, by name in Telugu collation. */
  readonly candidates: readonly Candidate[];
  readonly groups: readonly Group[];
}

export interface Counts {
  readonly groups: readonly (Group & Count)[];
  readonly total: Count;
  readonly isWhole: boolean;
}

const BATCH_SIZE = 500;
const collator = new Intl.Collator('te');

const getName = ({ ticketRequest }: Candidate): string => ticketRequest.applicationVersion.snapshot.name;

/** A roll number begins with the centre and ends with the seat, in four digits. */
const compareSeats = ({ allotment: one }: Candidate, { allotment: other }: Candidate): number => {
  if (one && other) return one.roll_number < other.roll_number ? -1 : 1;
  return Number(one === undefined) - Number(other === undefined);
};

const compareCandidates = (one: Candidate, other: Candidate): number =>
  compareSeats(one, other) ||
  collator.compare(getName(one), getName(other)) ||
  collator.compare(one.ticketRequest.application_id, other.ticketRequest.application_id);

export const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

function toGroups(paid: readonly TicketRequest[], candidates: readonly Candidate[]): Group[] {
  const toGroupKey = ({ applicationVersion }: TicketRequest) =>
    [applicationVersion.snapshot.exam_type, applicationVersion.snapshot.exam_regular].join();
  const byGroup = Map.groupBy(paid, toGroupKey);
  const ticketed = Map.groupBy(candidates, ({ ticketRequest }) => toGroupKey(ticketRequest));
  return [...byGroup]
    .map(([key, group]) => {
      const [exam_type = 0, exam_regular = 0] = key.split(',').map(Number);
      return { exam_type, exam_regular, paid: group.length, ticketed: ticketed.get(key)?.length ?? 0 };
    })
    .toSorted((one, other) => one.exam_type - other.exam_type || one.exam_regular - other.exam_regular);
}

export function loadCandidates(
  db: Database,
  { applications, tickets, allotments }: Repositories,
  examination: Examination,
  { name }: Centre,
): Promise<CandidateList> {
  const findCandidates = async (batch: readonly TicketRequest[]): Promise<Candidate[]> => {
    const ids = batch.map(({ application_id }) => application_id);
    const ticketRefs = await tickets.findCurrentRefs(ids);
    const seats = new Map((await allotments.findMany(ids)).map((each) => [each.application_id, each]));
    const byId = new Map(ticketRefs.map((ticketRef) => [ticketRef.application_id, ticketRef]));
    return batch.flatMap((ticketRequest) => {
      const ticketRef = byId.get(ticketRequest.application_id);
      return ticketRef?.version === ticketRequest.applicationVersion.version
        ? [{ ticketRequest, ticketRef, allotment: seats.get(ticketRequest.application_id) }]
        : [];
    });
  };

  return db.transaction(async () => {
    const readAt = new Date();
    const paid: TicketRequest[] = [];
    for await (const application of applications.streamByCentre(examination.examine_year, name)) {
      const ticketRequest = findDueTicket(application, () => examination);
      if (ticketRequest) paid.push(ticketRequest);
    }
    const candidates: Candidate[] = [];
    for (const batch of chunk(paid, BATCH_SIZE)) candidates.push(...(await findCandidates(batch)));
    return {
      readAt,
      candidates: candidates.toSorted(compareCandidates),
      groups: toGroups(paid, candidates),
    };
  });
}

/** `listed` is recounted from the data of the documents. */
export function toCounts({ groups, candidates }: CandidateList): Counts {
  const countListed = ({ exam_type, exam_regular }: Group): number =>
    candidates.filter(({ ticketRequest: { applicationVersion } }) => {
      const { snapshot } = applicationVersion;
      return snapshot.exam_type === exam_type && snapshot.exam_regular === exam_regular;
    }).length;
  const countedGroups = groups.map((group) => ({ ...group, listed: countListed(group) }));
  const sum = (field: keyof Count) => countedGroups.reduce((total, group) => total + group[field], 0);
  const total = { paid: sum('paid'), ticketed: sum('ticketed'), listed: candidates.length };
  return {
    groups: countedGroups,
    total,
    isWhole: total.paid === total.ticketed && total.ticketed === total.listed,
  };
}
