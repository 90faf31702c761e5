import {
  type CallAnswer,
  getScrutinyQueues,
  type StaffMember,
  startNextCase,
} from '@archaka/contracts/calls';
import {
  Bilingual,
  Button,
  type Column,
  inBoth,
  Paragraph,
  type PortalError,
  portalNow,
  RecordTable,
  Sentence,
  skipToken,
  Text,
  type TwoNames,
  useExamination,
  useLocation,
  useNavigate,
  usePortalDispatch,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useId, useRef, useState } from 'react';
import {
  type QueueFilter,
  readDeskPage,
  readQueueFilter,
  toCaseAddress,
  toQueueAddress,
} from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { Loading } from '../../desk-section.tsx';
import { describeFailure } from '../../failures.ts';
import { toExamTypeLabel } from '../../labels.ts';
import { mayCall } from '../../roles.ts';
import { KeyButton, useKeys, useRowKeys } from '../../use-keys.tsx';
import { PlaceFacets } from '../search-cases/facets.tsx';

type Queue = NonNullable<CallAnswer<typeof getScrutinyQueues>['data']>[number];

const title: Word = msg`Papers to check`;
const nextCase: Word = msg`Next case`;
const caption: Word = msg`Queues by district and type`;
const noneWaits: Word = msg`No case waits here.`;

const matches = ({ district_id, exam_type }: Queue, { district, type }: QueueFilter): boolean =>
  (district === undefined || district_id === district) && (type === undefined || exam_type === type);

/** Those who may not see queues see nothing of them. */
export function Queues({ member }: { member: StaffMember }) {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const titleId = useId();
  const filter = readQueueFilter(parameters);
  const isAllowed = mayCall(member, getScrutinyQueues);
  const query = deskApi.useQueuesQuery(isAllowed ? undefined : skipToken, {
    refetchOnFocus: true,
  });
  const { start, isStarting, message } = useNextCase();
  const mayStart = mayCall(member, startNextCase);
  useKeys({ n: mayStart ? () => start(filter) : undefined });
  if (!isAllowed) return null;

  const Heading = readDeskPage(pathname).page === 'home' ? 'h2' : 'h1';
  const queues = query.data?.data?.filter((queue) => matches(queue, filter));
  return (
    <section className="queues stack" aria-labelledby={titleId}>
      <div className="queues-head">
        <Heading id={titleId}>
          <Sentence word={title} />
        </Heading>
        {mayStart && (
          <KeyButton
            tone="main"
            word={nextCase}
            shortcut="n"
            busy={isStarting}
            onClick={() => start(filter)}
          />
        )}
      </div>
      <div className="facets">
        <PlaceFacets
          filter={filter}
          onChange={(change) => void navigate(toQueueAddress({ ...filter, ...change }))}
        />
      </div>
      <p role="status">{message && <Sentence word={message} />}</p>
      {!queues && <Loading query={query} lines={5} />}
      {queues && queues.length === 0 && <Paragraph word={noneWaits} />}
      {queues && queues.length > 0 && (
        <QueueTable
          queues={queues}
          onStart={
            mayStart
              ? ({ district_id, exam_type }) => start({ district: district_id, type: exam_type })
              : undefined
          }
        />
      )}
    </section>
  );
}

const sum = (queues: readonly Queue[], field: 'waiting' | 'leased' | 'second_look'): number =>
  queues.reduce((total, queue) => total + queue[field], 0);

function QueueTable({
  queues,
  onStart,
}: {
  queues: readonly Queue[];
  onStart: ((queue: Queue) => void) | undefined;
}) {
  const table = useRef<HTMLDivElement>(null);
  const { examination } = useExamination();
  useRowKeys(table);
  const oldest = queues.flatMap(({ oldest_at }) => oldest_at ?? []).sort()[0];
  const columns: Column<Queue>[] = [
    { id: 'district', label: words.district, cell: ({ district_name }) => district_name },
    {
      id: 'type',
      label: words.examType,
      cell: ({ exam_type }) => <Text of={toExamTypeLabel(examination, exam_type)} />,
    },
    { id: 'waiting', label: msg`Waiting`, cell: ({ waiting }) => waiting },
    { id: 'second', label: msg`For a second clerk`, cell: ({ second_look }) => second_look },
    { id: 'leased', label: msg`Open with clerks`, cell: ({ leased }) => leased },
    {
      id: 'oldest',
      label: msg`Oldest`,
      cell: ({ oldest_at }) => (oldest_at ? <Bilingual word={describeAge(oldest_at)} /> : '—'),
    },
  ];
  if (onStart)
    columns.push({
      id: 'start',
      label: nextCase,
      cell: (queue) => <Button word={nextCase} onClick={() => onStart(queue)} />,
    });
  const [waiting, second, leased] = [
    sum(queues, 'waiting'),
    sum(queues, 'second_look'),
    sum(queues, 'leased'),
  ];
  return (
    <>
      <p>
        <Sentence
          word={msg`${waiting} wait, ${second} for a second clerk, ${leased} are open with clerks.`}
        />{' '}
        {oldest && <Sentence word={describeOldest(oldest)} />}
      </p>
      <div ref={table} className="desk-table queue-table">
        <RecordTable
          caption={caption}
          columns={columns}
          rows={queues}
          keyOf={({ district_id, exam_type }) => `${district_id} ${exam_type}`}
        />
      </div>
    </>
  );
}

function describeOldest(since: string): Word {
  const age = describeAge(since);
  return inBoth((language) => msg`The oldest waits for ${age[language]}.`);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Since an instant, by the portal's clock, in its largest unit. */
function describeAge(since: string): TwoNames {
  const ms = Math.max(0, portalNow() - Date.parse(since));
  const [days = 0, hours = 0, minutes = 0] = [DAY_MS, HOUR_MS, MINUTE_MS].map((unit) =>
    Math.floor(ms / unit),
  );
  return inBoth(() => {
    if (days > 0) return days === 1 ? msg`1 day` : msg`${days} days`;
    if (hours > 0) return hours === 1 ? msg`1 hour` : msg`${hours} hours`;
    return minutes === 1 ? msg`1 minute` : msg`${minutes} minutes`;
  });
}

const noFurtherCase: Word = msg`No further case waits here.`;

/** Leases the next case of a queue and opens it. */
export function useNextCase() {
  const [startNext, { isLoading }] = deskApi.useStartNextMutation();
  const [message, setMessage] = useState<Word>();
  const navigate = useNavigate();
  const dispatch = usePortalDispatch();

  async function start(filter: QueueFilter, without: readonly string[] = []): Promise<boolean> {
    if (isLoading) return false;
    const { district, type } = filter;
    const { data, error } = await startNext({
      ...(district !== undefined && { district_id: district }),
      ...(type !== undefined && { exam_type: type }),
      without: [...without],
    });
    const next = data?.data?.[0];
    if (!next) {
      setMessage(error ? describeFailure(error as PortalError) : noFurtherCase);
      return false;
    }
    const { application_id } = next.summary;
    await dispatch(
      deskApi.util.upsertQueryData('case', { application_id }, { status: 200, data: [next] }) as never,
    );
    await navigate(toCaseAddress(application_id, filter), { state: { without } });
    return true;
  }

  return { start, isStarting: isLoading, message };
}
