import { type CallAnswer, getGrievances, openGrievance, type StaffMember } from '@archaka/contracts/calls';
import {
  type Column,
  dateTimeText,
  RecordTable,
  Sentence,
  skipToken,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { toHelpAddress } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, Loading } from '../../desk-section.tsx';
import { describeGrievance, openedLabel, subjectLabel, subjectLabels } from '../../labels.ts';
import { GrievanceLink, PageLinks } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { OpenGrievance } from './grievances.tsx';

type ListedGrievance = NonNullable<CallAnswer<typeof getGrievances>['data']>[number];

const PAGE_SIZE = 50;

const title: Word = msg`Grievances`;
const caption: Word = msg`Grievances that are not closed`;
const nothing: Word = msg`No grievance is open.`;
const due: Word = msg`due`;

const columns: Column<ListedGrievance>[] = [
  { id: 'number', label: msg`Number`, cell: ({ number }) => <span translate="no">{number}</span> },
  {
    id: 'application',
    label: msg`Application or mobile number`,
    cell: (grievance) => <GrievanceLink grievance={grievance} />,
  },
  { id: 'subject', label: subjectLabel, cell: ({ subject }) => <Sentence word={subjectLabels[subject]} /> },
  {
    id: 'state',
    label: words.status,
    cell: (grievance) => (
      <>
        <Sentence word={describeGrievance(grievance)} />
        {grievance.is_due && (
          <>
            {' '}
            <span className="badge badge-pending">
              <Sentence word={due} />
            </span>
          </>
        )}
      </>
    ),
  },
  { id: 'district', label: words.district, cell: ({ district_name }) => district_name },
  { id: 'opened', label: openedLabel, cell: ({ opened_at }) => dateTimeText(opened_at) },
];

/** Call backs that are due, then open grievances, then later call backs. */
export function HelpDesk({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const after = parameters.get('after') ?? undefined;
  const isAllowed = mayCall(member, getGrievances);
  const request = { ...(after !== undefined && { after }), limit: PAGE_SIZE };
  const query = deskApi.useGrievancesQuery(isAllowed ? request : skipToken, { refetchOnFocus: true });
  const grievances = query.currentData?.data;
  const last = grievances?.at(-1);
  return (
    <DeskSection title={title} member={member} call={getGrievances}>
      {mayCall(member, openGrievance) && <OpenGrievance />}
      {!grievances && <Loading query={query} lines={5} />}
      {grievances?.length === 0 && (
        <p role="status">
          <Sentence word={nothing} />
        </p>
      )}
      {grievances && grievances.length > 0 && (
        <div className="desk-table">
          <RecordTable caption={caption} columns={columns} rows={grievances} keyOf={({ number }) => number} />
        </div>
      )}
      <PageLinks
        first={after === undefined ? undefined : toHelpAddress()}
        next={grievances?.length === PAGE_SIZE && last ? toHelpAddress(last.number) : undefined}
      />
    </DeskSection>
  );
}
