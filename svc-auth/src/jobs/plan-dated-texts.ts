import { defineJob, type Job } from '@archaka/service-kit';
import { datedTextKinds, type ExaminationDates, planDatedText } from '../domain/texts.ts';
import type { TextRepository } from '../persistence/text-repository.ts';

const DAY_MS = 24 * 3_600_000;

/** Moves the waiting texts after a change of the examination's dates, which are read at the start only. */
export const createPlanDatedTextsJob = (texts: TextRepository, examination: ExaminationDates): Job =>
  defineJob({
    name: 'plan-dated-texts',
    ms: DAY_MS,
    run: async () => {
      for (const kind of datedTextKinds) await texts.replan(kind, planDatedText(kind, examination));
    },
  });
