import type { ExaminationDates } from '../domain/texts.ts';
import type { ApplicationRepository } from '../persistence/application-repository.ts';
import type { TextRepository } from '../persistence/text-repository.ts';

export interface TextDependencies {
  readonly applications: ApplicationRepository;
  readonly texts: TextRepository;
  readonly examination: ExaminationDates;
}
