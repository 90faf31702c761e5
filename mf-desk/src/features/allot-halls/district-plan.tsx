import {
  type AllotmentState,
  type CallAnswer,
  type CandidateChange,
  confirmAllotment,
  type getHalls,
  previewAllotment,
  type StaffMember,
} from '@archaka/contracts/calls';
import {
  Button,
  Card,
  type Column,
  ConfirmDialog,
  dateTimeText,
  Facts,
  Paragraph,
  type PortalError,
  Sentence,
  type Word,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import type { HallsFilter } from '../../desk-address.ts';
import { deskApi } from '../../desk-api.ts';
import { DeskTable } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { countText } from '../../labels.ts';
import { CaseLink } from '../../page-links.tsx';
import { mayCall } from '../../roles.ts';
import { HallPack } from './hall-pack.tsx';
import { SeatLists } from './seat-lists.tsx';

export type HallDistrict = NonNullable<CallAnswer<typeof getHalls>['data']>[number];
type Plan = NonNullable<HallDistrict['plan']>;
type Centre = HallDistrict['centres'][number];

export const stateLabels: Readonly<Record<AllotmentState, Word>> = {
  preparing: msg`The preview is being made`,
  prepared: msg`Previewed; nothing is allotted`,
  confirmed: msg`The seats are being allotted`,
  allotted: msg`Allotted`,
};

const noCentre: Word = msg`The examination file has no centre for this district.`;

interface DistrictPlanProps {
  district: HallDistrict;
  filter: HallsFilter;
  member: StaffMember;
}

export function DistrictPlan({
  district: { district, centres, plan, pack },
  filter,
  member,
}: DistrictPlanProps) {
  return (
    <Card level={2} title={{ en: district, te: district }}>
      {centres.length === 0 ? <Paragraph word={noCentre} /> : <CentreTable centres={centres} />}
      {plan && <PlanFacts plan={plan} />}
      {plan?.state === 'prepared' && mayCall(member, confirmAllotment) && (
        <Confirmation district={district} plan={plan} />
      )}
      {mayCall(member, previewAllotment) && plan?.state !== 'confirmed' && (
        <PreviewButton district={district} word={plan ? msg`Preview again` : msg`Preview`} />
      )}
      <HallPack district={district} pack={pack} member={member} />
      {plan && plan.state !== 'preparing' && (
        <SeatLists key={plan.state} district={district} number={plan.number} filter={filter} />
      )}
    </Card>
  );
}

const yes: Word = msg`Yes`;
const YesOrNo = ({ is }: { is: boolean }) => (is ? <Sentence word={yes} /> : '—');

const columns: readonly Column<Centre>[] = [
  { id: 'code', label: msg`Code`, cell: ({ code }) => <span translate="no">{code}</span> },
  { id: 'name', label: msg`Centre`, cell: ({ name }) => name },
  { id: 'accessible', label: msg`Accessible`, cell: ({ accessible }) => <YesOrNo is={accessible} /> },
  { id: 'scribes', label: msg`Scribes of the department`, cell: ({ scribes }) => <YesOrNo is={scribes} /> },
  { id: 'capacity', label: msg`Seats`, cell: ({ capacity }) => countText(capacity) },
  { id: 'seated', label: msg`Allotted`, cell: ({ seated }) => countText(seated) },
  { id: 'planned', label: msg`Planned`, cell: ({ planned }) => countText(planned) },
  {
    id: 'free',
    label: msg`Free`,
    cell: ({ capacity, seated, planned }) => countText(Math.max(0, capacity - seated - planned)),
  },
];

const CentreTable = ({ centres }: { centres: readonly Centre[] }) => (
  <DeskTable caption={msg`Centres`} columns={columns} rows={centres} keyOf={({ code }) => code} />
);

const describeProgress = ({ done, total }: Plan): Word => {
  const [count, all] = [countText(done), countText(total)];
  return msg`${count} of ${all} done`;
};

function describeSteps({ prepared_by, prepared_at, confirmed_by, confirmed_at }: Plan): Word[] {
  const [prepared, confirmed] = [dateTimeText(prepared_at), dateTimeText(confirmed_at ?? '')];
  return [
    msg`Previewed by ${prepared_by}, ${prepared}`,
    ...(confirmed_by ? [msg`Confirmed by ${confirmed_by}, ${confirmed}`] : []),
  ];
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { state, counts } = plan;
  return (
    <>
      <p role="status">
        <Sentence word={stateLabels[state]} />{' '}
        {(state === 'preparing' || state === 'confirmed') && <Sentence word={describeProgress(plan)} />}
      </p>
      <ol className="plain">
        {describeSteps(plan).map((step, index) => (
          <li key={index === 0 ? 'previewed' : 'confirmed'} className="hint">
            <Sentence word={step} />
          </li>
        ))}
      </ol>
      {counts && <Facts facts={listCounts(counts)} />}
    </>
  );
}

const listCounts = (counts: NonNullable<Plan['counts']>) => [
  { label: msg`Paid candidates`, value: countText(counts.paid) },
  { label: msg`With a ticket`, value: countText(counts.ticketed) },
  { label: msg`With a seat by this plan`, value: countText(counts.seated) },
  { label: msg`New seats`, value: countText(counts.new) },
  { label: msg`Tickets to print again`, value: countText(counts.reissued) },
  { label: msg`Without a seat`, value: countText(counts.unplaced) },
  { label: msg`Seats to check`, value: countText(counts.to_check) },
];

const own: Word = msg`You have previewed it: another hall officer or administrator must confirm it.`;
const confirm: Word = msg`Confirm`;
const outdated: Word = msg`This is not the last plan any more, or the examination file has changed. Preview it again.`;
const changed: Word = msg`Candidates have changed since the preview. Preview it again.`;

const failures: Readonly<Record<number, Word>> = { 420: outdated, 421: own };
const changeLabels: Readonly<Record<string, Word>> = {
  added: msg`has paid or chosen this district since`,
  changed: msg`has changed the application`,
  removed: msg`has left, or is not paid any more`,
} satisfies Record<CandidateChange['change'], Word>;

function Confirmation({ district, plan }: { district: string; plan: Plan }) {
  const { number, counts, is_own } = plan;
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<Word>();
  const [changes, setChanges] = useState<readonly { field: string; message: string }[]>([]);
  const [send, { isLoading }] = deskApi.useConfirmAllotmentMutation();

  const apply = async () => {
    const { data, error } = await send({ district, number });
    setOpen(false);
    if (data?.status === 200) return;
    const problem = error as PortalError | undefined;
    const conflict = problem?.kind === 'conflict' ? problem : undefined;
    setChanges(conflict?.errors ?? []);
    setFailure(conflict ? changed : (failures[data?.status ?? 0] ?? toFailure(error)));
  };
  if (is_own) return <Paragraph word={own} />;
  return (
    <>
      <div role="alert">
        {failure && <Paragraph word={failure} />}
        <ul className="plain">
          {changes.map(({ field, message }) => (
            <li key={field}>
              <CaseLink id={field} /> <Sentence word={changeLabels[message] ?? outdated} />
            </li>
          ))}
        </ul>
      </div>
      <div className="row">
        <Button tone="main" word={confirm} onClick={() => setOpen(true)} />
      </div>
      {isOpen && (
        <ConfirmDialog
          open
          title={msg`Allot the seats of ${district}?`}
          confirm={confirm}
          busy={isLoading}
          onClose={() => setOpen(false)}
          onConfirm={() => void apply()}
        >
          {counts && <Facts facts={listCounts(counts)} />}
        </ConfirmDialog>
      )}
    </>
  );
}

const isBusy: Word = msg`The confirmed seats are being allotted. Wait for their end.`;

/** @param district absent: all */
export function PreviewButton({ district, word }: { district?: string; word: Word }) {
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.usePreviewAllotmentMutation();
  const start = async () => {
    const { data, error } = await send(district === undefined ? {} : { district });
    if (data?.status === 200) setFailure(undefined);
    else setFailure(data?.status === 420 ? isBusy : toFailure(error));
  };
  return (
    <>
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      <Button word={word} busy={isLoading} onClick={() => void start()} />
    </>
  );
}
