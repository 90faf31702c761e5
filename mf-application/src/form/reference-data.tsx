import type { District, Mandal } from '@archaka/contracts/calls';
import { Banner, Button, Paragraph, type PublicExamination, useExamination, words } from '@archaka/platform';
import { applicationApi } from '../application-api.ts';
import { formMessages } from '../messages.ts';

export interface ReferenceData {
  readonly examination: PublicExamination;
  readonly districts: readonly District[];
  readonly mandals: readonly Mandal[];
}

interface ReferenceDataResult {
  readonly referenceData: ReferenceData | undefined;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** The examination, the districts and the mandals; `retry` refetches the missing ones. */
export function useReferenceData(): ReferenceDataResult {
  const { examination, failed, retry } = useExamination();
  const queries = [
    applicationApi.useDistrictsQuery(undefined),
    applicationApi.useMandalsQuery(undefined),
  ] as const;
  const [districts, mandals] = [queries[0].data?.data, queries[1].data?.data];
  const complete = examination && districts && mandals;
  return {
    referenceData: complete ? { examination, districts, mandals } : undefined,
    failed: !complete && (failed || queries.some(({ data, error }) => !data && error)),
    busy: queries.some(({ isFetching }) => isFetching),
    retry() {
      if (failed) retry();
      for (const { error, refetch } of queries) if (error) void refetch();
    },
  };
}

interface LoadFailedProps {
  onRetry: () => void;
  busy: boolean;
}

export function LoadFailed({ onRetry, busy }: LoadFailedProps) {
  return (
    <Banner tone="error" title={formMessages.notLoaded}>
      <Paragraph word={formMessages.dataIsSafe} />
      <div className="row">
        <Button tone="main" word={words.retry} busy={busy} onClick={onRetry} />
      </div>
    </Banner>
  );
}
