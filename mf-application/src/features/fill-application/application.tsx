import type { ApplicationRecord, StoredUnfinishedForm } from '@archaka/contracts/calls';
import {
  type ApplicationModule,
  Banner,
  dateText,
  Paragraph,
  type PublicExamination,
  phaseOf,
  Skeleton,
  setStatusAddress,
  Telephones,
  type User,
  useNotice,
  useRefetchOnUpdate,
  useUser,
} from '@archaka/platform';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { applicationApi } from '../../application-api.ts';
import { LoadFailed, useReferenceData } from '../../form/reference-data.tsx';
import { useDraftRecovery } from '../../local-draft/use-local-draft.ts';
import { applicationPeriodMessage, formMessages } from '../../messages.ts';
import { useLazyModule } from '../../use-lazy-module.ts';
import type { SubmittedApplicationProps } from '../show-status/submitted-application.tsx';
import { ApplicationForm, type ApplicationFormProps } from './application-form.tsx';
import { loadSubmittedApplication } from './use-submit.ts';

interface ApplicationFormLoaderProps extends Omit<ApplicationFormProps, 'number' | 'recovery'> {
  user: User;
  /** The form as typed last, as the service has it. */
  stored: StoredUnfinishedForm | undefined;
}

function ApplicationFormLoader({ user, stored, ...form }: ApplicationFormLoaderProps) {
  const recovery = useDraftRecovery({ user, draft: form.draft, stored });
  if (!recovery) return <Skeleton lines={10} />;
  return <ApplicationForm {...form} number={user.number} recovery={recovery} />;
}

interface RepeatableQuery<Data> {
  readonly data?: Data | undefined;
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

/** A query without data after a save until it is refetched. */
function useRepeatable<Data, Query extends RepeatableQuery<Data>>(query: Query & RepeatableQuery<Data>) {
  const [outdated, setOutdated] = useState<number>();
  const isOutdated = outdated !== undefined && query.fulfilledTimeStamp === outdated;
  return {
    ...query,
    data: isOutdated ? undefined : query.data,
    readAgain() {
      setOutdated(query.fulfilledTimeStamp);
      void query.refetch();
    },
  };
}

/** What the form and the status show; refetched after a sign-in and on updates. */
function useApplicationData() {
  const { referenceData, failed, busy, retry } = useReferenceData();
  const draft = useRepeatable(applicationApi.useDraftQuery(undefined));
  const unfinished = useRepeatable(applicationApi.useUnfinishedFormQuery(undefined));
  const applications = applicationApi.useApplicationsQuery(undefined);
  useRefetchOnUpdate(applications);

  const refetchFailed = () => {
    if (failed) retry();
    if (draft.error) void draft.refetch();
  };
  useNotice('signed-in', refetchFailed);

  return {
    referenceData,
    draft: draft.data,
    application: findOfYear(applications.data?.data, referenceData?.examination.examine_year),
    stored: unfinished.data?.data?.[0],
    isLoading: applications.isLoading || (!unfinished.data && unfinished.isFetching),
    failed: failed || (draft.error !== undefined && !draft.data),
    busy: busy || draft.isFetching,
    refetchFailed,
    /** Replaces a page reload, which takes a slow phone three times as long. */
    reload() {
      setStatusAddress();
      draft.readAgain();
      unfinished.readAgain();
      void applications.refetch();
    },
  };
}

/** The status of a signed-in applicant's application and, until it is submitted, its form. */
export function Application({ Ticket, Memo }: ComponentProps<ApplicationModule['Application']>) {
  const user = useUser();
  const { referenceData, draft, stored, application, ...loading } = useApplicationData();
  const [newOrder, setNewOrder] = useState<string>();
  const [isRejected, setRejected] = useState(false);

  if (!user) return null;
  if (loading.failed) return <LoadFailed busy={loading.busy} onRetry={loading.refetchFailed} />;
  if (!referenceData || !draft || loading.isLoading) return <Skeleton lines={10} />;
  const { examination } = referenceData;
  const savedDraft = draft.data?.[0];
  const isSubmitted = newOrder !== undefined || (application !== undefined && !savedDraft);
  const open = phaseOf(examination) === 'open' && !isRejected;
  return (
    <div className="stack">
      {!open && (
        <WindowClosed
          examination={examination}
          readable={savedDraft !== undefined}
          shouldFocus={isRejected}
        />
      )}
      {isSubmitted ? (
        <SubmittedStatus
          user={user}
          examination={examination}
          application={application}
          newOrder={newOrder}
          Ticket={Ticket}
          Memo={Memo}
        />
      ) : (
        <ApplicationFormLoader
          user={user}
          referenceData={referenceData}
          draft={savedDraft}
          stored={stored}
          open={open}
          onSaved={loading.reload}
          onOrder={setNewOrder}
          onClosed={() => setRejected(true)}
        />
      )}
    </div>
  );
}

const findOfYear = (applications: readonly ApplicationRecord[] = [], year: string | undefined) =>
  applications.find(({ examine_year }) => examine_year === year);

interface WindowClosedProps {
  examination: PublicExamination;
  /** Shown below read-only: what the applicant saved or typed. */
  readable: boolean;
  /** It replaces the pressed element and takes its focus. */
  shouldFocus: boolean;
}

function WindowClosed({ examination, readable, shouldFocus }: WindowClosedProps) {
  const { opens, closes, contacts } = examination;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shouldFocus) container.current?.focus();
  }, [shouldFocus]);
  const isBeforeOpening = phaseOf(examination) === 'before';
  return (
    <div ref={container} tabIndex={-1}>
      <Banner tone="warning" title={isBeforeOpening ? formMessages.notOpenYet : formMessages.closed}>
        <Paragraph word={applicationPeriodMessage(dateText(opens), dateText(closes))} />
        {readable && <Paragraph word={formMessages.stillReadable} />}
        <Paragraph word={formMessages.callForHelp} />
        <p className="row">
          <Telephones numbers={[contacts.office, ...contacts.phones]} />
        </p>
      </Banner>
    </div>
  );
}

function SubmittedStatus(props: SubmittedApplicationProps) {
  const [failed, setFailed] = useState(false);
  const statusModule = useLazyModule(loadSubmittedApplication, {
    enabled: !failed,
    onFailed: () => setFailed(true),
  });
  if (failed) return <LoadFailed busy={false} onRetry={() => setFailed(false)} />;
  return statusModule ? <statusModule.SubmittedApplication {...props} /> : <Skeleton lines={10} />;
}
