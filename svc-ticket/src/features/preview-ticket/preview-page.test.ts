import { examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { expect, test } from '@jest/globals';
import { buildSnapshot } from '../../domain/testing/builders.ts';
import { createPreviewMark, createTicketContent } from '../../domain/ticket-content.ts';
import { renderPreviewPage } from './preview-ticket.ts';

const examination = examinationSchema.parse(exam2024);

const renderFor = (overrides: Partial<ReturnType<typeof buildSnapshot>>, photo?: Buffer) => {
  const snapshot = { ...buildSnapshot(), ...overrides };
  const request = {
    application_id: snapshot.application_id,
    applicationVersion: { version: 1, user_id: 'user', snapshot },
  };
  const content = createTicketContent(request, examination);
  return {
    content,
    page: renderPreviewPage({ ...content, photo, mark: createPreviewMark(request) }),
  };
};
const toSource = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

test('has every row and instruction of the ticket, a mark and no code', () => {
  const { content, page } = renderFor({ name: 'Sita' }, Buffer.from('jpeg'));
  for (const { label, value } of [...content.person, ...content.rows])
    for (const words of [label.te, label.en, value.te, value.en])
      if (words) expect(page).toContain(toSource(words));
  for (const { te, en } of content.instructions)
    for (const words of [te, en]) expect(page).toContain(toSource(words));
  expect(page).toContain('Preview only · not valid until paid');
  expect(page).toContain('data:image/jpeg;base64,anBlZw==');
  expect(page).not.toMatch(/\/verify\/|<script/);
});

test('escapes what an applicant typed', () => {
  const { page } = renderFor({ name: '<img src=x onerror=alert(1)>', father_name: '</style><script>1' });
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page).not.toMatch(/<script|<img src=x/);
  expect(page).toContain('The photo could not be read');
});
