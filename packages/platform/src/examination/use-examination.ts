import { type Word, words } from '@archaka/web-kit';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import type { PortalState } from '../store/portal-store.ts';
import type { PublicExamination } from './examination-slice.ts';
import { ensureExamination, retryExamination } from './load-examination.ts';

export type { PublicExamination };

interface UsedExamination {
  examination: PublicExamination | undefined;
  failed: boolean;
  busy: boolean;
  retry: () => void;
}

export function useExamination(): UsedExamination {
  const { examination, status } = useSelector((state: PortalState) => state.examination);
  useEffect(() => void ensureExamination(), []);
  return {
    examination: examination ?? undefined,
    failed: !examination && status === 'failed',
    busy: status === 'loading',
    retry: retryExamination,
  };
}

/** Omits the year while the examination is unknown. */
export const examinationName = (
  examination: Pick<PublicExamination, 'name' | 'name_te'> | undefined,
): Word => (examination ? { te: examination.name_te, en: examination.name } : words.portal);
