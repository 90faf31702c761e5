import type { Database } from '@archaka/service-kit';
import { type Application, type WantedTicket, wantedTicket } from '../../domain/application.ts';
import type { Applications, Centre } from '../../store/applications.ts';
import type { TicketMark, Tickets } from '../../store/tickets.ts';
import { inBatches } from './in-batches.ts';

/** Somebody who may sit for the examination at a centre: paid, and the ticket is made. */
export interface Entrant {
  readonly wanted: WantedTicket;
  readonly mark: TicketMark;
}

/** How many of one exam type, regular or compartmental. */
export interface Group {
  readonly exam_type: number;
  readonly exam_regular: number;
  readonly paid: number;
  readonly ticketed: number;
}

/** Everybody at a centre as things stood at one moment. */
export interface Roll {
  readonly taken_at: Date;
  /** By name, in the order of the Telugu letters. */
  readonly entrants: readonly Entrant[];
  readonly groups: readonly Group[];
}

interface Shelves {
  readonly db: Database;
  readonly applications: Applications;
  readonly tickets: Tickets;
}

const APPLICATIONS_AT_ONCE = 500;
const byLetters = new Intl.Collator('te');

const nameOf = ({ wanted }: Entrant): string => wanted.edition.snapshot.name;

const inOrder = (one: Entrant, other: Entrant): number =>
  byLetters.compare(nameOf(one), nameOf(other)) ||
  byLetters.compare(one.wanted.application_id, other.wanted.application_id);

async function* paidOnes(applications: AsyncIterable<Application>): AsyncGenerator<WantedTicket> {
  for await (const application of applications) {
    const wanted = wantedTicket(application);
    if (wanted) yield wanted;
  }
}

/** Counts of groups, in the order of their types. */
function groupsOf(paid: readonly WantedTicket[], entrants: readonly Entrant[]): Group[] {
  const keyOf = ({ edition }: WantedTicket) =>
    [edition.snapshot.exam_type, edition.snapshot.exam_regular].join();
  const byGroup = Map.groupBy(paid, keyOf);
  const ticketed = Map.groupBy(entrants, ({ wanted }) => keyOf(wanted));
  return [...byGroup]
    .map(([key, group]) => {
      const [exam_type = 0, exam_regular = 0] = key.split(',').map(Number);
      return { exam_type, exam_regular, paid: group.length, ticketed: ticketed.get(key)?.length ?? 0 };
    })
    .toSorted((one, other) => one.exam_type - other.exam_type || one.exam_regular - other.exam_regular);
}

/** Reads who has paid for this centre, and whose ticket is made, as of one moment. */
export function takeRoll(
  { db, applications, tickets }: Shelves,
  year: string,
  { name }: Centre,
): Promise<Roll> {
  const entrantsAmong = async (batch: readonly WantedTicket[]): Promise<Entrant[]> => {
    const marks = await tickets.currentOf(batch.map(({ application_id }) => application_id));
    const byId = new Map(marks.map((mark) => [mark.application_id, mark]));
    return batch.flatMap((wanted) => {
      const mark = byId.get(wanted.application_id);
      return mark?.version === wanted.edition.version ? [{ wanted, mark }] : [];
    });
  };

  return db.transaction(async () => {
    const taken_at = new Date();
    const paid: WantedTicket[] = [];
    const entrants: Entrant[] = [];
    for await (const batch of inBatches(paidOnes(applications.ofCentre(year, name)), APPLICATIONS_AT_ONCE)) {
      paid.push(...batch);
      entrants.push(...(await entrantsAmong(batch)));
    }
    return { taken_at, entrants: entrants.toSorted(inOrder), groups: groupsOf(paid, entrants) };
  });
}
