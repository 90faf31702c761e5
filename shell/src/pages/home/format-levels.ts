import type { PublicExamination } from '@archaka/platform/core';
import type { Language } from '@archaka/web-kit';

export const formatLevels = (language: Language, levels: PublicExamination['exam_types']): string =>
  levels.map(({ name, name_te }) => (language === 'te' ? name_te : name)).join(', ');
