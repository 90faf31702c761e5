import { readFile } from 'node:fs/promises';
import { examinationSchema } from '@archaka/contracts';
import { buildPortrait } from '@archaka/test-kit';
import { createTicketContent } from '../../../svc-ticket/src/domain/ticket-content.ts';
import { createQrPath } from '../../../svc-ticket/src/render/qr.ts';
import type { PrintedTicket } from '../../../svc-ticket/src/render/renderer.ts';

export const NAMES = { name: 'శ్రీనివాసాచార్యులు', father_name: 'వేంకట రమణాచార్యులు' };
/** In pixels, as in svc-ticket. */
const PHOTO = { width: 272, height: 362 };

/** An ordinary ticket with a Telugu name. */
export async function createSampleTicket(): Promise<PrintedTicket> {
  const exam = new URL('../../../exams/2024.json', import.meta.url);
  const examination = examinationSchema.parse(JSON.parse(await readFile(exam, 'utf8')));
  const snapshot = {
    application_id: 'ARC24-3V8QK2M9',
    examine_year: '2024',
    ...NAMES,
    aadhaar_masked: '**** **** 4321',
    exam_type: 1,
    exam_regular: 1,
    languages: [],
    centre_district: { name: 'Tirupati', name_te: 'తిరుపతి' },
    agama: 'వైఖానస',
    photo: 'photo',
    submitted_at: '2024-06-20T06:30:00.000Z',
  };
  const payment = { order_id: 'order_9A33XWu170gUtm', payment_id: 'pay_29QQoUBi66xm2f', amount: 10_000 };
  const request = {
    application_id: snapshot.application_id,
    applicationVersion: { version: 1, user_id: 'u', snapshot },
    payment,
  };
  return {
    ...createTicketContent(request, examination),
    photo: await buildPortrait(PHOTO),
    code: createQrPath(`https://portal.example/verify/${'a'.repeat(147)}`),
  };
}
