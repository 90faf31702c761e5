import { masterKeyVariables, openPersonalData, retentionConfig, runRetention } from '@archaka/privacy-kit';
import { AttendanceRepository } from '../persistence/attendance-repository.ts';
import { CaseRepository } from '../persistence/case-repository.ts';
import { DecisionRepository } from '../persistence/decision-repository.ts';
import { GrievanceRepository } from '../persistence/grievance-repository.ts';
import { NoteRepository } from '../persistence/note-repository.ts';
import { createRetainedData } from '../personal-data.ts';

await runRetention({
  service: 'desk',
  config: retentionConfig.extend(masterKeyVariables),
  createData: async ({ services, ...context }) => {
    const { db } = context;
    const personal = await openPersonalData('desk', context);
    return createRetainedData({
      db,
      services,
      cases: new CaseRepository(db),
      decisions: new DecisionRepository(db, personal),
      notes: new NoteRepository(db, personal),
      grievances: new GrievanceRepository(db, personal),
      attendance: new AttendanceRepository(db),
      destroyDataKey: personal.destroyDataKey,
    });
  },
});
