import type { District, Mandal } from '@archaka/contracts/calls';
import { type PublicExamination, useExamination } from '@archaka/platform';
import { useDistrictsQuery, useMandalsQuery } from '../application-api.ts';

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
  const queries = [useDistrictsQuery(undefined), useMandalsQuery(undefined)] as const;
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
