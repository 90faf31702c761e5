import type { ApplicationVersion } from '@archaka/contracts/calls';
import {
  Bilingual,
  dateText,
  dateTimeText,
  Sentence,
  Skeleton,
  Text,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Fold } from '../../files/print.tsx';
import { historyApi } from '../../history-api.ts';
import { LoadFailed } from '../../load-failed.tsx';
import {
  accommodationMessages,
  describeScribe,
  type ExamLabels,
  type PlaceLabels,
  useExamLabels,
  usePlaceLabels,
} from '../../use-exam-labels.ts';

const asSubmitted: Word = msg`As submitted`;
const before: Word = msg`Before`;
const now: Word = msg`Now`;

function VersionItem({ version: { version, at, changes } }: { version: ApplicationVersion }) {
  return (
    <li className="version">
      <h4>
        <Bilingual word={msg`Version ${version}`} />
      </h4>
      <p className="hint">
        <time dateTime={at}>{dateTimeText(at)}</time>
      </p>
      {changes.length === 0 ? (
        <p>
          <Bilingual word={asSubmitted} />
        </p>
      ) : (
        <dl className="facts">
          {changes.map((change) => (
            <ChangedField key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function ChangedField({ change }: { change: Change }) {
  const examLabels = useExamLabels();
  const places = usePlaceLabels();
  const description = describeChange(change);
  const renderValue = (value: string) => (
    <Text of={formatValue({ field: change.field, value }, examLabels, places)} />
  );
  return (
    <div className="fact">
      <dt>
        <Bilingual word={toFieldLabel(change.field)} />
      </dt>
      <dd>
        {description ? (
          <Bilingual word={description} />
        ) : (
          <>
            <span className="version-before">
              <Sentence word={before} />: <del>{renderValue(change.from)}</del>
            </span>
            <span className="version-now">
              <Sentence word={now} />: <ins>{renderValue(change.to)}</ins>
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const title: Word = msg`Changes of this application`;

export function Versions({ applicationId }: { applicationId: string }) {
  const { data, error, isFetching, refetch } = historyApi.useVersionsQuery({ application_id: applicationId });
  return (
    <div className="screen-only">
      <Fold title={title} open={error !== undefined}>
        {!data &&
          (error ? <LoadFailed busy={isFetching} onRetry={refetch} level={3} /> : <Skeleton lines={3} />)}
        <ol className="versions plain">
          {data?.data?.map((version) => (
            <VersionItem key={version.version} version={version} />
          ))}
        </ol>
      </Fold>
    </div>
  );
}

type Change = ApplicationVersion['changes'][number];

const labels: Readonly<Record<string, Word>> = {
  aadhar: words.aadhaarNumber,
  identity_kind: msg`Identity paper`,
  identity_number: msg`Number of the identity paper`,
  name: words.name,
  father_name: words.fatherName,
  dob: words.dateOfBirth,
  birthcertificate: words.birthCertificate,
  postal_address: words.postalAddress,
  district: words.district,
  mandal: words.mandal,
  exam_type: words.examType,
  perviouscertificate: words.previousCertificate,
  exam_regular: words.regularOrCompartmental,
  pasthallticket: words.previousHallTicket,
  markmemos: words.marksMemo,
  language: words.languages,
  centre_district: words.centreDistrict,
  agamamu: words.agamamu,
  image: words.photo,
  scribe: accommodationMessages.scribe,
  compensatory_time: accommodationMessages.extraTime,
  accommodationcertificate: accommodationMessages.certificate,
};
const otherField: Word = msg`Another detail`;

/** An unknown field is shown without its technical name. */
const toFieldLabel = (field: string): Word => labels[field] ?? otherField;

const fileFields: ReadonlySet<string> = new Set([
  'birthcertificate',
  'perviouscertificate',
  'markmemos',
  'image',
  'accommodationcertificate',
]);
const fileChanges: Readonly<Record<string, Word>> = {
  added: msg`Added`,
  replaced: msg`Replaced by another file`,
  removed: msg`Removed`,
};
const sameLastDigits: Word = msg`Another number that ends in the same digits`;

/** A change that one word describes better than two values; undefined for all others. */
function describeChange({ field, from, to }: Change): Word | undefined {
  if (fileFields.has(field)) return fileChanges[to];
  return from === to ? sameLastDigits : undefined;
}

const notGiven: Word = msg`Not given`;

function formatValue(
  { field, value }: { field: string; value: string },
  examLabels: ExamLabels,
  places: PlaceLabels,
): Word | string {
  if (value === '') return notGiven;
  switch (field) {
    case 'dob':
      return dateText(value);
    case 'district':
    case 'centre_district':
      return places.district(value);
    case 'mandal':
      return places.mandal(value);
    case 'exam_type':
      return examLabels.examType(Number(value));
    case 'exam_regular':
      return examLabels.regularity(Number(value));
    case 'identity_kind':
      return examLabels.identityPaper(value);
    case 'agamamu':
      return examLabels.agama(value);
    case 'language':
      return examLabels.parts(value.split(', '));
    case 'scribe':
      return describeScribe(value);
    case 'compensatory_time':
      return examLabels.extraTime(value === 'yes');
    default:
      return value;
  }
}
