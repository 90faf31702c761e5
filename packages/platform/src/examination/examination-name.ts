import { type Word, words } from '@archaka/web-kit';
import type { PublicExamination } from './use-examination.ts';

/** Omits the year while the examination is unknown. */
export const examinationName = (
  examination: Pick<PublicExamination, 'name' | 'name_te'> | undefined,
): Word => (examination ? { te: examination.name_te, en: examination.name } : words.portal);
