import type { NoticeContent, SettingsContent } from '@archaka/contracts';
import type { PersonalData } from '@archaka/privacy-kit';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import type { NameIndex } from '../domain/name-index.ts';
import type { AttendanceRepository } from '../persistence/attendance-repository.ts';
import type { BatchRepository } from '../persistence/batch-repository.ts';
import type { CaseCounts } from '../persistence/case-counts.ts';
import type { CaseQueues } from '../persistence/case-queues.ts';
import type { CaseRepository } from '../persistence/case-repository.ts';
import type { CaseSearch } from '../persistence/case-search.ts';
import type { ChallengeRepository } from '../persistence/challenge-repository.ts';
import type { DecisionRepository } from '../persistence/decision-repository.ts';
import type { GrievanceRepository } from '../persistence/grievance-repository.ts';
import type { MarkSheetRepository } from '../persistence/marks-repository.ts';
import type { NoteRepository } from '../persistence/note-repository.ts';
import type { RevisionRepository } from '../persistence/revision-repository.ts';
import type { SessionRepository } from '../persistence/session-repository.ts';
import type { StaffRepository } from '../persistence/staff-repository.ts';

export interface Dependencies extends ServiceContext<Config> {
  readonly staff: StaffRepository;
  readonly sessions: SessionRepository;
  readonly challenges: ChallengeRepository;
  readonly cases: CaseRepository;
  readonly caseSearch: CaseSearch;
  readonly caseQueues: CaseQueues;
  readonly caseCounts: CaseCounts;
  readonly batches: BatchRepository;
  readonly decisions: DecisionRepository;
  readonly notes: NoteRepository;
  readonly notices: RevisionRepository<NoticeContent>;
  readonly settings: RevisionRepository<SettingsContent>;
  readonly markSheets: MarkSheetRepository;
  readonly attendance: AttendanceRepository;
  readonly grievances: GrievanceRepository;
  readonly nameIndex: NameIndex;
  readonly destroyDataKey: PersonalData['destroyDataKey'];
}
