import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Examination, examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { findOrInstallChromium } from '@archaka/test-kit';
import { buildAllotment, buildSnapshot } from '../../src/domain/testing/builders.ts';
import { createTicketContent, type TicketContent } from '../../src/domain/ticket-content.ts';
import { isRoot, startChromium } from '../../src/render/chromium.ts';
import type { Html } from '../../src/render/html.ts';
import { openRenderPage, type PrintedTicket, toTicketSheet } from '../../src/render/renderer.ts';
import { loadTemplate } from '../../src/render/template.ts';
import { createQrPath } from '../../src/render/ticket-page.ts';

type Page = Partial<TicketContent & Pick<PrintedTicket, 'photo' | 'mark'>>;

/** Has a seat when the facts have centres. */
function buildSheet(page: Page, facts: Partial<Examination>): Html {
  const snapshot = buildSnapshot({ dob: '1984-06-02' });
  const allotment = facts.centres && buildAllotment();
  const applicationVersion = { version: 1, user_id: 'user', snapshot };
  const request = { application_id: snapshot.application_id, applicationVersion, allotment };
  const content = createTicketContent(request, { ...examinationSchema.parse(exam2024), ...facts });
  const code = createQrPath('https://portal.example/verify/0');
  return toTicketSheet({ ...content, photo: undefined, code, ...page });
}

/** Prints tickets with any code into one PDF, with these parts of content and facts of the examination. */
export async function printPages(
  pages: readonly Page[],
  facts: Partial<Examination> = {},
  title = 'టికెట్లు',
): Promise<Buffer> {
  const tempDir = await mkdtemp(join(tmpdir(), 'print-pages-'));
  const chromium = { path: await findOrInstallChromium(), sandboxed: !isRoot() };
  const browser = await startChromium({ chromium, tempDir });
  try {
    const page = await openRenderPage(await browser.newPage());
    return await page.print(
      await loadTemplate(),
      title,
      pages.map((each) => buildSheet(each, facts)),
    );
  } finally {
    await browser.close();
    await rm(tempDir, { recursive: true });
  }
}
