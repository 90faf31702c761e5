import { createApplicationId, examinationSchema, type TicketSnapshot } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { buildSnapshot } from '../../../domain/testing/builders.ts';
import type { Candidate } from '../candidate-list.ts';

export const examination = examinationSchema.parse(exam2024);

export const buildApplicationId = (number: number): string =>
  createApplicationId(
    Uint8Array.from(Array.from({ length: 7 }, (_, index) => (number >> (index * 4)) & 15)),
    '2024',
  );

/** A listed candidate, identified by the number. */
export function buildCandidate(number: number, overrides: Partial<TicketSnapshot> = {}): Candidate {
  const application_id = buildApplicationId(number);
  const snapshot = buildSnapshot({ application_id, name: `Name ${number}`, ...overrides });
  return {
    ticketRequest: {
      application_id,
      applicationVersion: { version: 1, user_id: 'user', snapshot },
      payment: { order_id: `order_${number}`, payment_id: `pay_${number}`, amount: 10_000 },
    },
    ticketRef: { application_id, version: 1, token: `token-${number}` },
  };
}

/** The files of a zip file by their names, in its order. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (entry.directory) throw new Error('a folder of its own');
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  }
  return files;
}
