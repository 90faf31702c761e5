import { type HistoryDoor, RecordTable, Skeleton, sayError, words } from '@archaka/platform';
import { type ComponentProps, useEffect, useState } from 'react';
import { useExamWords } from '../../exam-words.ts';
import { useApplicationsQuery } from '../../history-api.ts';
import { NotLoaded } from '../../not-loaded.tsx';
import { useFresh } from '../../use-fresh.ts';
import { ViewApplication } from '../view-application/view-application.tsx';
import { columnsOf } from './columns.tsx';
import { NoApplication } from './no-application.tsx';

/** The applicant's applications, newest first. */
export function History({ UpdateApplication }: ComponentProps<HistoryDoor['History']>) {
  const { data, error, isFetching, refetch } = useApplicationsQuery(undefined);
  const [viewed, setViewed] = useState<string>();
  const [updated, setUpdated] = useState<string>();
  const exam = useExamWords();
  useFresh(refetch);
  const failed = !data && error !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, however often it is tried again
  useEffect(() => {
    if (failed && 'kind' in error) sayError(error);
  }, [failed]);

  if (failed) return <NotLoaded busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton lines={4} />;
  const applications = data.data ?? [];
  if (applications.length === 0) return <NoApplication />;
  return (
    <>
      <RecordTable
        caption={words.applicationHistory}
        columns={columnsOf({ exam, onView: setViewed, onUpdate: setUpdated })}
        rows={applications}
        keyOf={({ application_id }) => application_id}
      />
      <ViewApplication
        application={applications.find(({ application_id }) => application_id === viewed)}
        onClose={() => setViewed(undefined)}
      />
      {updated && <UpdateApplication applicationId={updated} onClose={() => setUpdated(undefined)} />}
    </>
  );
}
