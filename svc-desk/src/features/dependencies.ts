import type { NoticeContent, SettingsContent } from '@archaka/contracts';
import type { PersonalData } from '@archaka/privacy-kit';
import type { ServiceContext } from '@archaka/service-kit';
import type { Config } from '../config.ts';
import { NameIndex } from '../domain/name-index.ts';
import { AttendanceRepository } from '../persistence/attendance-repository.ts';
import { BatchRepository } from '../persistence/batch-repository.ts';
import { CaseCounts } from '../persistence/case-counts.ts';
import { CaseQueues } from '../persistence/case-queues.ts';
import { CaseRepository } from '../persistence/case-repository.ts';
import { CaseSearch } from '../persistence/case-search.ts';
import { ChallengeRepository } from '../persistence/challenge-repository.ts';
import { DecisionRepository } from '../persistence/decision-repository.ts';
import { GrievanceRepository } from '../persistence/grievance-repository.ts';
import { MarkSheetRepository } from '../persistence/marks-repository.ts';
import { NoteRepository } from '../persistence/note-repository.ts';
import { RevisionRepository } from '../persistence/revision-repository.ts';
import { SessionRepository } from '../persistence/session-repository.ts';
import { StaffRepository } from '../persistence/staff-repository.ts';

export function createDependencies(context: ServiceContext<Config>, personal: PersonalData) {
  const { db, config } = context;
  return {
    ...context,
    staff: new StaffRepository(db, config.DESK_KEYS_SECRET),
    sessions: new SessionRepository(db),
    challenges: new ChallengeRepository(db),
    cases: new CaseRepository(db),
    caseSearch: new CaseSearch(db),
    caseQueues: new CaseQueues(db),
    caseCounts: new CaseCounts(db),
    batches: new BatchRepository(db),
    decisions: new DecisionRepository(db, personal),
    notes: new NoteRepository(db, personal),
    notices: new RevisionRepository<NoticeContent>(db, 'notices'),
    settings: new RevisionRepository<SettingsContent>(db, 'settings'),
    markSheets: new MarkSheetRepository(db, config.DESK_KEYS_SECRET),
    attendance: new AttendanceRepository(db),
    grievances: new GrievanceRepository(db, personal),
    nameIndex: new NameIndex(config.DESK_INDEX_KEY),
    destroyDataKey: personal.destroyDataKey,
  };
}

export type Dependencies = ReturnType<typeof createDependencies>;
