import type { FileField, PersonalData } from '@archaka/privacy-kit';
import type { Database } from '@archaka/service-kit';
import { AllotmentPlanRepository } from './allotment-plan-repository.ts';
import { AllotmentRepository } from './allotment-repository.ts';
import { ApplicationRepository } from './application-repository.ts';
import { HallPackRepository, pieceFields } from './hall-pack-repository.ts';
import { TicketJobRepository } from './ticket-job-repository.ts';
import { TicketKeyRepository } from './ticket-key-repository.ts';
import { TicketRepository, ticketFields } from './ticket-repository.ts';

export type Repositories = ReturnType<typeof createRepositories>;

export const createRepositories = (db: Database, personal: PersonalData) => ({
  applications: new ApplicationRepository(db, personal),
  tickets: new TicketRepository(db, personal),
  allotments: new AllotmentRepository(db),
  plans: new AllotmentPlanRepository(db),
  packs: new HallPackRepository(db, personal),
  jobs: new TicketJobRepository(db),
  ticketKeys: new TicketKeyRepository(db),
});

/** What the sweep of the bucket must spare. */
export const fileFields: readonly FileField[] = [...ticketFields, ...pieceFields];
