import {
  type DeskReport,
  getDeskReport,
  requestContacts,
  routes,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  type Column,
  dateText,
  Link,
  Paragraph,
  Sentence,
  skipToken,
  Text,
  useExamination,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  readSearchFilter,
  type SearchFilter,
  toCaseFacets,
  toReportsAddress,
  toSearch,
} from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading, Section } from '../../desk-section.tsx';
import { paymentLabels, scrutinyLabels, toExamTypeLabel } from '../../labels.ts';
import { Downloads } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { Facets, toPayment } from '../search-cases/facets.tsx';
import { ContactList } from './contact-list.tsx';

type Group = DeskReport['groups'][number];

const title: Word = msg`Reports`;
const applications: Word = msg`Applications`;
const nothing: Word = msg`No application was submitted yet.`;

const format = (count: number): string => count.toLocaleString('en-IN');
const total = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** Counts of the current examination, each a link to its applications, and lists for a spreadsheet. */
export function Reports({ member }: { member: StaffMember }) {
  const isAllowed = mayCall(member, getDeskReport);
  const query = deskApi.useReportQuery(isAllowed ? {} : skipToken, { refetchOnFocus: true });
  const report = query.data?.data?.[0];
  return (
    <DeskSection title={title} member={member} call={getDeskReport}>
      {!report && <Loading query={query} lines={8} />}
      {report && <Counts report={report} />}
      {report && report.groups.length > 0 && <ExportList groups={report.groups} member={member} />}
    </DeskSection>
  );
}

function Counts({ report: { groups, days, clerks, behind } }: { report: DeskReport }) {
  const { examination } = useExamination();
  const [all, paid] = [total(groups), total(groups.filter(({ payment_status }) => payment_status === 'S'))];
  const [allText, paidText] = [format(all), format(paid)];
  if (all === 0) return <Paragraph word={nothing} />;
  return (
    <>
      <p role="status">
        <Sentence word={msg`Applications: ${allText}; paid: ${paidText}.`} />{' '}
        {behind > 0 && <Sentence word={msg`The last changes of ${behind} are not counted yet.`} />}
      </p>
      <div className="report-tables">
        <GroupTable
          caption={words.district}
          groups={groups}
          keyOf={({ district_id }) => String(district_id)}
          label={({ district_name }) => district_name}
          filter={({ district_id }) => ({ district: district_id })}
        />
        <GroupTable
          caption={words.examType}
          groups={groups}
          keyOf={({ exam_type }) => String(exam_type)}
          label={({ exam_type }) => <Text of={toExamTypeLabel(examination, exam_type)} />}
          filter={({ exam_type }) => ({ type: exam_type })}
        />
        <GroupTable
          caption={words.paymentStatus}
          groups={groups}
          keyOf={({ payment_status }) => payment_status}
          label={({ payment_status }) => <Sentence word={paymentLabels[payment_status] ?? words.pending} />}
          filter={({ payment_status }) => ({ payment: toPayment(payment_status) })}
        />
        <GroupTable
          caption={msg`Scrutiny`}
          groups={groups}
          keyOf={({ scrutiny }) => scrutiny}
          label={({ scrutiny }) => <Sentence word={scrutinyLabels[scrutiny]} />}
          filter={({ scrutiny }) => ({ scrutiny })}
        />
        <DayTable days={days} />
        {clerks.length > 0 && <ClerkTable clerks={clerks} />}
      </div>
    </>
  );
}

/** The number beside a bar of its share of the largest one. */
const CountWithBar = ({ count, of }: { count: number; of: number }) => (
  <span className="report-count">
    <span>{format(count)}</span>
    <meter aria-hidden="true" min={0} max={Math.max(of, 1)} value={count} />
  </span>
);

interface GroupTableProps {
  caption: Word;
  groups: readonly Group[];
  /** Groups with the same key are one row. */
  keyOf: (group: Group) => string;
  label: (group: Group) => ReactNode;
  filter: (group: Group) => SearchFilter;
}

function GroupTable({ caption, groups, keyOf, label, filter }: GroupTableProps) {
  const rows = groups
    .filter((group, at) => groups.findIndex((each) => keyOf(each) === keyOf(group)) === at)
    .map((first) => ({ first, count: total(groups.filter((each) => keyOf(each) === keyOf(first))) }));
  const largest = Math.max(...rows.map(({ count }) => count));
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: 'label',
      label: caption,
      cell: ({ first }) => (
        <Link className="row-link" to={toSearch('', filter(first)).address}>
          {label(first)}
        </Link>
      ),
    },
    { id: 'count', label: applications, cell: ({ count }) => <CountWithBar count={count} of={largest} /> },
  ];
  return <DeskTable caption={caption} columns={columns} rows={rows} keyOf={({ first }) => keyOf(first)} />;
}

function DayTable({ days }: { days: DeskReport['days'] }) {
  const newestFirst = [...days].reverse();
  const largest = Math.max(...days.map(({ submitted }) => submitted));
  const columns: Column<DeskReport['days'][number]>[] = [
    { id: 'day', label: msg`Day`, cell: ({ day }) => dateText(day) },
    {
      id: 'submitted',
      label: msg`Submitted`,
      cell: ({ submitted }) => <CountWithBar count={submitted} of={largest} />,
    },
    { id: 'paid', label: msg`Of these paid`, cell: ({ paid }) => <CountWithBar count={paid} of={largest} /> },
  ];
  return <DeskTable caption={msg`By day`} columns={columns} rows={newestFirst} keyOf={({ day }) => day} />;
}

function ClerkTable({ clerks }: { clerks: DeskReport['clerks'] }) {
  const columns: Column<DeskReport['clerks'][number]>[] = [
    { id: 'name', label: msg`Clerk`, cell: ({ name }) => name },
    { id: 'accepted', label: scrutinyLabels.accepted, cell: ({ accepted }) => format(accepted) },
    { id: 'correction', label: scrutinyLabels.correction, cell: ({ correction }) => format(correction) },
    { id: 'rejected', label: scrutinyLabels.rejected, cell: ({ rejected }) => format(rejected) },
  ];
  return (
    <DeskTable
      caption={msg`Decisions by clerk`}
      columns={columns}
      rows={clerks}
      keyOf={({ staff_id }) => staff_id}
    />
  );
}

function toExportAddress(filter: SearchFilter): string {
  const facets = Object.entries(toCaseFacets(filter)).map(([name, value]) => [name, String(value)]);
  return `${routes.exportCases.path}?${new URLSearchParams(facets)}`;
}

const isIn = (group: Group, filter: SearchFilter): boolean =>
  Object.entries(toCaseFacets(filter)).every(([name, value]) => group[name as keyof Group] === value);

function ExportList({ groups, member }: { groups: readonly Group[]; member: StaffMember }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const filter = readSearchFilter(parameters);
  const count = format(total(groups.filter((group) => isIn(group, filter))));
  return (
    <Section title={msg`List for a spreadsheet`}>
      <Paragraph
        className="hint"
        word={msg`Application IDs with type, district, day, payment, scrutiny and attendance; no names and numbers. The download is recorded.`}
      />
      <Facets
        filter={filter}
        onChange={(change) => void navigate(toReportsAddress({ ...filter, ...change }))}
      />
      <p role="status">
        <Sentence word={msg`Applications in the list: ${count}.`} />
      </p>
      <p className="row">
        <Downloads address={toExportAddress(filter)} />
      </p>
      {mayCall(member, requestContacts) && <ContactList key={JSON.stringify(filter)} filter={filter} />}
    </Section>
  );
}
