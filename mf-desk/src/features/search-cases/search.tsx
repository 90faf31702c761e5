import { type CaseSummary, type GrievanceSummary, MAX_MATCHES } from '@archaka/contracts/calls';
import {
  Button,
  type Column,
  dateTimeText,
  Paragraph,
  Sentence,
  StatusBadge,
  skipToken,
  Text,
  useBothTexts,
  useExamination,
  useLocation,
  useNavigate,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  readDeskPage,
  readSearchFilter,
  readSearchText,
  type SearchFilter,
  toCaseFacets,
  toSearch,
} from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskTable, Loading } from '../../desk-section.tsx';
import { describeGrievance, subjectLabels, toExamTypeLabel } from '../../labels.ts';
import { caseColumn, GrievanceLink } from '../../page-links.tsx';
import { useKeys, useRowKeys } from '../../use-keys.tsx';
import { ScrutinyBadge } from '../view-case/scrutiny-badge.tsx';
import { Facets } from './facets.tsx';

const PAGE_SIZE = 25;

const title: Word = msg`Find an application`;
const textHint: Word = msg`Application ID, roll number, order or payment ID, number of a grievance, mobile number, whole Aadhaar number, or name`;
const search: Word = msg`Search`;
const results: Word = msg`Applications found`;
const nothing: Word = msg`No application fits. Check the number, or leave out a choice.`;
const nextPage: Word = msg`Next page`;
const firstPage: Word = msg`First page`;

/** What is searched for is in the address, personal data in the history's entry: both survive a reload and Back. */
function useSearchInput() {
  const [parameters] = useSearchParams();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  return {
    text: readSearchText(parameters, state),
    filter: readSearchFilter(parameters),
    isSearch: readDeskPage(pathname).page === 'search',
    search(text: string, filter: SearchFilter) {
      const next = toSearch(text.trim(), filter);
      void navigate(next.address, { state: next.state });
    },
  };
}

export function Search() {
  const { text, filter, isSearch, search: start } = useSearchInput();
  const isEmpty = text === '' && Object.values(filter).every((value) => value === undefined);
  return (
    <section className="desk-search stack" aria-labelledby="search-title">
      <h1 id="search-title" className={isSearch ? 'visually-hidden' : undefined}>
        <Sentence word={title} />
      </h1>
      <SearchBox key={text} text={text} onSearch={(typed) => start(typed, { ...filter, after: undefined })} />
      {isSearch && (
        <>
          <Facets
            filter={filter}
            onChange={(change) => start(text, { ...filter, ...change, after: undefined })}
          />
          <Results
            text={text}
            filter={filter}
            isEmpty={isEmpty}
            onPage={(after) => start(text, { ...filter, after })}
          />
        </>
      )}
    </section>
  );
}

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const bothTexts = useBothTexts();
  useKeys({ '/': () => input.current?.select() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(input.current?.value ?? '');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the oldest supported browsers have no <search>
    <form className="search-box" role="search" onSubmit={submit}>
      <input
        ref={input}
        className="input"
        type="search"
        name="text"
        maxLength={100}
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        aria-label={bothTexts(title)}
        aria-describedby="search-hint"
        aria-keyshortcuts="/"
      />
      <Button type="submit" tone="main" word={search} />
      <p className="hint" id="search-hint">
        <Sentence word={textHint} />
      </p>
    </form>
  );
}

interface ResultsProps {
  text: string;
  filter: SearchFilter;
  isEmpty: boolean;
  onPage: (after: string | undefined) => void;
}

function Results({ text, filter, isEmpty, onPage }: ResultsProps) {
  const { after } = filter;
  const request = {
    text,
    ...toCaseFacets(filter),
    ...(after !== undefined && { after }),
    limit: PAGE_SIZE,
  };
  const query = deskApi.useCasesQuery(isEmpty ? skipToken : request);
  const found = query.currentData?.data?.[0];
  if (isEmpty) return null;
  if (!found) return <Loading query={query} lines={6} />;
  const last = found.cases.at(-1);
  const hasMore = found.cases.length === PAGE_SIZE;
  return (
    <>
      <Counts {...found} />
      {after === undefined && found.grievances.length > 0 && (
        <CallerGrievances grievances={found.grievances} />
      )}
      {found.cases.length > 0 && <CaseTable cases={found.cases} />}
      <div className="row">
        {after !== undefined && <Button word={firstPage} onClick={() => onPage(undefined)} />}
        {hasMore && last && <Button word={nextPage} onClick={() => onPage(last.application_id)} />}
      </div>
    </>
  );
}

const ofCallers: Word = msg`Grievances of callers without an application`;

const CallerGrievances = ({ grievances }: { grievances: readonly GrievanceSummary[] }) => (
  <>
    <Paragraph word={ofCallers} />
    <ul className="plain">
      {grievances.map((grievance) => (
        <li key={grievance.number}>
          <GrievanceLink grievance={grievance} /> {grievance.number}{' '}
          <Sentence word={subjectLabels[grievance.subject]} />:{' '}
          <Sentence word={describeGrievance(grievance)} />
        </li>
      ))}
    </ul>
  </>
);

function Counts({ cases, total, behind }: { cases: readonly unknown[]; total: number; behind: number }) {
  const count = total.toLocaleString('en-IN');
  return (
    <p className="search-counts" role="status">
      {cases.length === 0 ? (
        <Sentence word={nothing} />
      ) : (
        <Sentence
          word={total >= MAX_MATCHES ? msg`Applications: ${count} or more.` : msg`Applications: ${count}.`}
        />
      )}{' '}
      <Sentence word={describeLag(behind)} />
    </p>
  );
}

const describeLag = (behind: number): Word =>
  behind === 0
    ? msg`The list is up to date.`
    : msg`The list does not show the last changes of ${behind} applications yet.`;

function CaseTable({ cases }: { cases: readonly CaseSummary[] }) {
  const table = useRef<HTMLDivElement>(null);
  const { examination } = useExamination();
  const [searchedAt] = useState(() => cases);
  useRowKeys(table);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer moves the focus to its first row once
  useEffect(() => {
    const isBoxFocused =
      document.activeElement instanceof HTMLInputElement || document.activeElement === document.body;
    if (isBoxFocused) table.current?.querySelector<HTMLElement>('tbody a')?.focus();
  }, [searchedAt, cases]);

  const columns: Column<CaseSummary>[] = [
    caseColumn,
    { id: 'name', label: words.name, cell: ({ name }) => name },
    { id: 'number', label: words.mobileNumber, cell: ({ number_masked }) => number_masked },
    {
      id: 'type',
      label: words.examType,
      cell: ({ exam_type }) => <Text of={toExamTypeLabel(examination, exam_type)} />,
    },
    { id: 'district', label: words.district, cell: ({ district_name }) => district_name },
    {
      id: 'payment',
      label: words.fee,
      cell: ({ payment_status }) => <StatusBadge status={payment_status} />,
    },
    {
      id: 'scrutiny',
      label: msg`Scrutiny`,
      cell: (summary) => <ScrutinyBadge summary={summary} />,
    },
    { id: 'submitted', label: msg`Submitted`, cell: ({ submitted_at }) => dateTimeText(submitted_at) },
  ];
  return (
    <DeskTable
      ref={table}
      caption={results}
      columns={columns}
      rows={cases}
      keyOf={({ application_id }) => application_id}
    />
  );
}
