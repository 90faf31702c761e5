import type { publicExamination } from '@archaka/contracts';
import { type Word, words } from '@archaka/web-kit';
import type * as z from 'zod';
import { coreApi } from './core-api.ts';

export type PublicExamination = z.infer<typeof publicExamination>;

interface ExaminationState {
  examination: PublicExamination | undefined;
  failed: boolean;
  busy: boolean;
  retry: () => void;
}

export function useExamination(): ExaminationState {
  const { data, error, isFetching, refetch } = coreApi.useExaminationQuery(undefined);
  return {
    examination: data?.data?.[0],
    failed: !data && error !== undefined,
    busy: isFetching,
    retry: refetch,
  };
}

/** Omits the year while the examination is unknown. */
export const examinationName = (
  examination: Pick<PublicExamination, 'name' | 'name_te'> | undefined,
): Word => (examination ? { te: examination.name_te, en: examination.name } : words.portal);
