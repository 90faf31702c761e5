import {
  Bilingual,
  ButtonLink,
  type HistoryModule,
  Paragraph,
  RecordTable,
  Skeleton,
  sayError,
  useRefetchOnUpdate,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useEffect, useState } from 'react';
import { useApplicationsQuery } from '../../history-api.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { useExamLabels } from '../../use-exam-labels.ts';
import { ViewApplication } from '../view-application/view-application.tsx';
import { createColumns } from './columns.tsx';

const noApplicationYet: Word = msg`No application yet`;
const historyExplanation: Word = msg`What you submit in the application form stands here, with its payment and its hall ticket.`;

function NoApplication() {
  return (
    <div className="stack">
      <p className="lead">
        <Bilingual word={noApplicationYet} />
      </p>
      <Paragraph word={historyExplanation} />
      <ButtonLink to="/#application-form" word={words.applicationForm} tone="main" />
    </div>
  );
}

export function History({ UpdateApplication }: ComponentProps<HistoryModule['History']>) {
  const query = useApplicationsQuery(undefined);
  const { data, error, isFetching, refetch } = query;
  const [viewedId, setViewedId] = useState<string>();
  const [updatedId, setUpdatedId] = useState<string>();
  const examLabels = useExamLabels();
  useRefetchOnUpdate(query);
  const failed = !data && error !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for any number of retries
  useEffect(() => {
    if (failed && 'kind' in error) sayError(error);
  }, [failed]);

  if (failed) return <LoadFailed busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton lines={4} />;
  const applications = data.data ?? [];
  if (applications.length === 0) return <NoApplication />;
  return (
    <>
      <div className="applications">
        <RecordTable
          caption={words.applicationHistory}
          columns={createColumns({ examLabels, onView: setViewedId, onUpdate: setUpdatedId })}
          rows={applications}
          keyOf={({ application_id }) => application_id}
        />
      </div>
      <ViewApplication
        application={applications.find(({ application_id }) => application_id === viewedId)}
        onClose={() => setViewedId(undefined)}
      />
      {updatedId && <UpdateApplication applicationId={updatedId} onClose={() => setUpdatedId(undefined)} />}
    </>
  );
}
