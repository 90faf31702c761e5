import { randomUUID } from 'node:crypto';
import {
  AUDIT_ENTRIES,
  type AuditAction,
  type AuditDetail,
  type AuditEntry,
  UNSEALED,
} from '@archaka/contracts';
import type { MongoClient } from 'mongodb';
import type { IdentifiedOperator } from '../operators/identify-operator.ts';
import { listServiceDatabases } from './databases.ts';

interface RecordedCommand {
  action: AuditAction;
  operator: IdentifiedOperator;
  detail?: AuditDetail;
}

/** Writes to the audit log of every service with data; the service seals it (service-kit's src/audit). */
export async function recordCommand(
  client: MongoClient,
  mongoUrl: string,
  { action, operator: { id, why }, detail = {} }: RecordedCommand,
): Promise<void> {
  for (const { name } of listServiceDatabases(mongoUrl)) {
    if (!(await client.db(name).listCollections({}, { nameOnly: true }).hasNext())) continue;
    const entry: AuditEntry = {
      _id: randomUUID(),
      at: new Date(),
      actor: { kind: 'operator', id },
      action,
      subject: {},
      detail,
      why,
      block: UNSEALED,
    };
    await client.db(name).collection<AuditEntry>(AUDIT_ENTRIES).insertOne(entry);
  }
}
