import type { Database } from '@archaka/service-kit';
import type { Allotment } from '../../domain/allotment.ts';
import { type Application, findDueTicket, type TicketRequest } from '../../domain/application.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository, Centre } from '../../persistence/application-repository.ts';
import type { TicketRef, TicketRepository } from '../../persistence/ticket-repository.ts';

/** A paid applicant of the centre whose ticket is made. */
export interface Candidate {
  readonly ticketRequest: TicketRequest;
  readonly ticketRef: TicketRef;
  readonly allotment?: Allotment | undefined;
}

export interface Group {
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly paid: number;
  readonly ticketed: number;
}

/** Read in one transaction, as of `readAt`. */
export interface CandidateList {
  readonly readAt: Date;
  /** By centre and seat; those without a seat after them, by name in Telugu collation. */
  readonly candidates: readonly Candidate[];
  readonly groups: readonly Group[];
}

interface LoadCandidatesDependencies {
  readonly db: Database;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly allotments: Pick<AllotmentRepository, 'findMany'>;
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

async function* filterPaid(applications: AsyncIterable<Application>): AsyncGenerator<TicketRequest> {
  for await (const application of applications) {
    const ticketRequest = findDueTicket(application);
    if (ticketRequest) yield ticketRequest;
  }
}

async function* toBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

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
  { db, applications, tickets, allotments }: LoadCandidatesDependencies,
  year: string,
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
    const candidates: Candidate[] = [];
    for await (const batch of toBatches(filterPaid(applications.streamByCentre(year, name)), BATCH_SIZE)) {
      paid.push(...batch);
      candidates.push(...(await findCandidates(batch)));
    }
    return {
      readAt,
      candidates: candidates.toSorted(compareCandidates),
      groups: toGroups(paid, candidates),
    };
  });
}
