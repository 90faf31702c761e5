import {
  type PlannedSeat,
  routes,
  type SeatList,
  type SeatNote,
  type SeatStatus,
} from '@archaka/contracts/calls';
import {
  ButtonLink,
  type Column,
  Paragraph,
  SelectField,
  Sentence,
  useNavigate,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type HallsFilter, toHallsAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskTable, Loading } from '../../desk-section.tsx';
import { caseColumn, Downloads } from '../../page-links.tsx';

const PAGE_SIZE = 100;

const unplaced: Word = msg`Candidates without a seat`;
const otherLists: Readonly<Record<Exclude<SeatList, 'unplaced'>, Word>> = {
  check: msg`Seats to check`,
  'without-ticket': msg`Paid candidates without a ticket`,
  new: msg`New seats`,
  reissued: msg`Tickets to print again`,
  all: msg`All seats and candidates`,
};
const statusLabels: Readonly<Record<SeatStatus, Word>> = {
  new: msg`New`,
  reissued: msg`New ticket`,
  earlier: msg`Unchanged`,
  unplaced: msg`No seat`,
};
const noteLabels: Readonly<Record<SeatNote, Word>> = {
  'no-centre': msg`No centre serves the district`,
  'no-suitable-centre': msg`No centre of the district has what the candidate needs`,
  full: msg`All centres of the district are full`,
  'suitable-full': msg`The centres with what the candidate needs are full`,
  changed: msg`The candidate changed after the confirmation`,
  'another-district': msg`The seat is in another district than the chosen one`,
  'no-ticket': msg`No hall ticket any more`,
  unsuitable: msg`Needs another centre`,
  'unknown-centre': msg`The examination file does not have this centre`,
};

const nothing: Word = msg`No candidates in this list.`;
const nextPage: Word = msg`Next page`;

const columns: readonly Column<PlannedSeat>[] = [
  caseColumn,
  {
    id: 'roll',
    label: msg`Roll number`,
    cell: ({ roll_number }) => <span translate="no">{roll_number ?? '—'}</span>,
  },
  { id: 'status', label: msg`By this plan`, cell: ({ status }) => <Sentence word={statusLabels[status]} /> },
  { id: 'note', label: msg`Why`, cell: ({ note }) => (note ? <Sentence word={noteLabels[note]} /> : '—') },
];

interface SeatListsProps {
  district: string;
  number: number;
  filter: HallsFilter;
}

/** The seats of a plan by list, and the list as a file. */
export function SeatLists({ district, number, filter: { list = 'unplaced', after } }: SeatListsProps) {
  const navigate = useNavigate();
  const request = { district, number, list, limit: PAGE_SIZE, ...(after !== undefined && { after }) };
  const query = deskApi.usePlannedSeatsQuery(request, { refetchOnMountOrArgChange: true });
  const seats = query.data?.data;
  const last = seats?.length === PAGE_SIZE ? seats.at(-1)?.position : undefined;
  const parameters = new URLSearchParams({ district, list, number: String(number) });
  return (
    <section className="stack" aria-label={district}>
      <div className="facets">
        <SelectField
          name="list"
          label={msg`List`}
          choose={unplaced}
          value={list === 'unplaced' ? '' : list}
          onChange={({ target }) =>
            void navigate(
              toHallsAddress({ district, list: (target.value || undefined) as SeatList | undefined }),
            )
          }
          options={Object.entries(otherLists).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {!seats && <Loading query={query} lines={4} />}
      {seats?.length === 0 && <Paragraph word={nothing} />}
      {seats && seats.length > 0 && (
        <DeskTable
          caption={list === 'unplaced' ? unplaced : otherLists[list]}
          columns={columns}
          rows={seats}
          keyOf={({ application_id }) => application_id}
        />
      )}
      <p className="row">
        {last !== undefined && (
          <ButtonLink to={toHallsAddress({ district, list, after: last })} word={nextPage} />
        )}
        <Downloads address={`${routes.exportSeats.path}?${parameters}`} />
      </p>
    </section>
  );
}
