import { type Word, words } from '@archaka/web-kit';
import type { PublicExamination } from './use-examination.ts';

/** The programme's title; without the year as long as the examination is not known. */
export const examinationName = (
  examination: Pick<PublicExamination, 'name' | 'name_te'> | undefined,
): Word => (examination ? { te: examination.name_te, en: examination.name } : words.portal);
