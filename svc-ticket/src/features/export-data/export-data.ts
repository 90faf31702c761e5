import { exportTicketData } from '@archaka/contracts';
import {
  type AuditLog,
  type CallHandler,
  createExportHandler,
  type Database,
  type ExportedRecords,
} from '@archaka/service-kit';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';

interface ExportDependencies {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly allotments: AllotmentRepository;
}

const createRecordsReader =
  ({ db, applications, tickets, allotments }: ExportDependencies) =>
  (userId: string): Promise<ExportedRecords> =>
    db.transaction(async () => {
      const own = await applications.findByUser(userId);
      const ids = own.map(({ application_id }) => application_id);
      const current = await tickets.findCurrentRefs(ids);
      const seats = await allotments.findMany(ids);
      return {
        records: {
          snapshots: own.map(({ newest }) => newest?.snapshot),
          seats: seats.map(({ application_id, centre, seat, roll_number }) => ({
            ...{ application_id, centre, seat, roll_number },
          })),
        },
        files: current.map(({ application_id }) => ({ id: application_id, filetype: 'pdf' })),
      };
    });

export const createExportDataHandler = (deps: ExportDependencies): CallHandler =>
  createExportHandler(exportTicketData, { audit: deps.audit, readRecords: createRecordsReader(deps) });
