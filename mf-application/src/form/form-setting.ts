import type { District, Mandal } from '@archaka/contracts';
import { type PublicExamination, useExamination } from '@archaka/platform';
import { useDistrictsQuery, useMandalsQuery } from '../application-api.ts';

/** What the form offers and is checked by. */
export interface FormSetting {
  readonly examination: PublicExamination;
  readonly districts: readonly District[];
  readonly mandals: readonly Mandal[];
}

interface LoadedSetting {
  readonly setting: FormSetting | undefined;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** The examination, the districts and the mandals; `retry` asks for those that did not come. */
export function useFormSetting(): LoadedSetting {
  const { examination, failed, retry } = useExamination();
  const places = [useDistrictsQuery(undefined), useMandalsQuery(undefined)] as const;
  const [districts, mandals] = [places[0].data?.data, places[1].data?.data];
  const complete = examination && districts && mandals;
  return {
    setting: complete ? { examination, districts, mandals } : undefined,
    failed: !complete && (failed || places.some(({ data, error }) => !data && error)),
    busy: places.some(({ isFetching }) => isFetching),
    retry() {
      if (failed) retry();
      for (const { error, refetch } of places) if (error) void refetch();
    },
  };
}
