import type { ApplicationRecord } from '@archaka/contracts';
import {
  Bilingual,
  ButtonLink,
  type HistoryDoor,
  RecordTable,
  Skeleton,
  type Word,
  words,
} from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { type ComponentProps, useState } from 'react';
import { useExamWords } from '../../exam-words.ts';
import { useApplicationsQuery } from '../../history-api.ts';
import { useFresh } from '../../use-fresh.ts';
import { ViewApplication } from '../view-application/view-application.tsx';
import { columnsOf } from './columns.tsx';

const none: Word = msg`No application yet`;

/** The applicant's applications, newest first. */
export function History({ UpdateApplication }: ComponentProps<HistoryDoor['History']>) {
  const { data, isLoading, refetch } = useApplicationsQuery(undefined);
  const [viewed, setViewed] = useState<ApplicationRecord>();
  const [updated, setUpdated] = useState<ApplicationRecord>();
  const exam = useExamWords();
  useFresh(refetch);

  if (isLoading) return <Skeleton lines={4} />;
  const applications = data?.data ?? [];
  if (applications.length === 0) return <Nothing />;
  return (
    <>
      <RecordTable
        caption={words.applicationHistory}
        columns={columnsOf({ exam, onView: setViewed, onUpdate: setUpdated })}
        rows={applications}
        keyOf={({ application_id }) => application_id}
      />
      <ViewApplication application={viewed} onClose={() => setViewed(undefined)} />
      {updated && (
        <UpdateApplication applicationId={updated.application_id} onClose={() => setUpdated(undefined)} />
      )}
    </>
  );
}

function Nothing() {
  return (
    <div className="stack">
      <p className="lead">
        <Bilingual word={none} />
      </p>
      <ButtonLink to="/" word={words.applicationForm} tone="main" />
    </div>
  );
}
