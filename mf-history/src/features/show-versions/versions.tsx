import type { ApplicationVersion } from '@archaka/contracts/calls';
import { Bilingual, dateTimeText, Sentence, Skeleton, Text, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { Fold } from '../../fold.tsx';
import { historyApi } from '../../history-api.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { useExamLabels, usePlaceLabels } from '../../use-exam-labels.ts';
import { type Change, describeChange, formatValue, toFieldLabel } from './change-messages.ts';

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
