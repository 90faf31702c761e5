import { getHalls, previewAllotment, type StaffMember } from '@archaka/contracts/calls';
import {
  type Column,
  Link,
  Paragraph,
  Sentence,
  skipToken,
  useSearchParams,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { readHallsFilter, toHallsAddress } from '../../desk-address.ts';
import { deskApi, usePolling } from '../../desk-api.ts';
import { DeskSection, DeskTable, Loading } from '../../desk-section.tsx';
import { countText } from '../../labels.ts';
import { mayCall } from '../../roles.ts';
import { DistrictPlan, type HallDistrict, PreviewButton, stateLabels } from './district-plan.tsx';

const title: Word = msg`Examination halls`;
const explanation: Word = msg`A preview plans seats for paid candidates who have none, and changes nothing. Another person confirms it; then the seats are allotted and the tickets printed again. A seat once allotted stays.`;
const nothing: Word = msg`The examination file has no centres, and nobody has paid.`;

const POLL_MS = 2000;

const isInProgress = ({ plan, pack }: HallDistrict): boolean =>
  plan?.state === 'preparing' || plan?.state === 'confirmed' || pack?.state === 'making';

/** Seats for the candidates of a centre district: one person previews them, another confirms them. */
export function Halls({ member }: { member: StaffMember }) {
  const { options, pollEvery } = usePolling();
  const query = deskApi.useHallsQuery(mayCall(member, getHalls) ? {} : skipToken, options);
  const [parameters] = useSearchParams();
  const filter = readHallsFilter(parameters);
  const districts = query.data?.data;
  pollEvery(districts?.some(isInProgress) ? POLL_MS : 0);
  const chosen = districts?.find(({ district }) => district === filter.district);
  return (
    <DeskSection title={title} member={member} call={getHalls} className="halls">
      <Paragraph word={explanation} />
      {!districts && <Loading query={query} lines={5} />}
      {districts?.length === 0 && <Paragraph word={nothing} />}
      {chosen && <DistrictPlan key={chosen.district} district={chosen} filter={filter} member={member} />}
      {districts && districts.length > 0 && (
        <>
          <DistrictTable districts={districts} />
          {mayCall(member, previewAllotment) && <PreviewButton word={msg`Preview all districts`} />}
        </>
      )}
    </DeskSection>
  );
}

const sum = (numbers: readonly number[]): string =>
  countText(numbers.reduce((total, number) => total + number, 0));

const columns: readonly Column<HallDistrict>[] = [
  {
    id: 'district',
    label: words.centreDistrict,
    cell: ({ district }) => (
      <Link className="row-link" to={toHallsAddress({ district })}>
        {district}
      </Link>
    ),
  },
  { id: 'paid', label: msg`Paid candidates`, cell: ({ paid }) => countText(paid) },
  {
    id: 'capacity',
    label: msg`Seats of the centres`,
    cell: ({ centres }) => sum(centres.map(({ capacity }) => capacity)),
  },
  {
    id: 'seated',
    label: msg`Allotted seats`,
    cell: ({ centres }) => sum(centres.map(({ seated }) => seated)),
  },
  {
    id: 'plan',
    label: msg`Last plan`,
    cell: ({ plan }) => (plan ? <Sentence word={stateLabels[plan.state]} /> : '—'),
  },
];

const DistrictTable = ({ districts }: { districts: readonly HallDistrict[] }) => (
  <DeskTable
    caption={words.centreDistrict}
    columns={columns}
    rows={districts}
    keyOf={({ district }) => district}
  />
);
