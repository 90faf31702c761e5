import { type Examination, examinationSchema } from '@archaka/contracts';
import exam2024 from '@archaka/exams/2024.json' with { type: 'json' };
import { findOrInstallChromium } from '@archaka/test-kit';
import { createMemoContent } from '../../src/domain/result.ts';
import { buildAllotment, buildSnapshot } from '../../src/domain/testing/builders.ts';
import { createTicketContent, type TicketContent } from '../../src/domain/ticket-content.ts';
import { createTempDir, isRoot, startChromium } from '../../src/render/chromium.ts';
import type { Html } from '../../src/render/html.ts';
import { renderMemoSheet } from '../../src/render/memo-page.ts';
import {
  openRenderPage,
  type PrintedTicket,
  ticketPrinting,
  toTicketSheet,
} from '../../src/render/renderer.ts';
import { loadTemplate, type TemplateName } from '../../src/render/template.ts';
import { createQrPath } from '../../src/render/ticket-page.ts';

type Page = Partial<TicketContent & Pick<PrintedTicket, 'photo' | 'mark'>> & {
  readonly snapshot?: ReturnType<typeof buildSnapshot>;
};

export const chromiumOfTests = async () => ({ path: await findOrInstallChromium(), sandboxed: !isRoot() });

const PAYMENT = { order_id: 'order_9A33XWu170gUtm', payment_id: 'pay_29QQoUBi66xm2f', amount: 10_000 };

/** Prints without svc-ticket. */
async function printSheets(name: TemplateName, title: string, sheets: readonly Html[]): Promise<Buffer> {
  const tempDir = await createTempDir();
  const browser = await startChromium({ chromium: await chromiumOfTests(), tempDir: tempDir.path });
  try {
    const page = await openRenderPage(await browser.newPage(), ticketPrinting);
    return await page.print(await loadTemplate(name), title, sheets);
  } finally {
    await browser.close();
    await tempDir.remove();
  }
}

interface Print {
  readonly title?: string;
  /** Pages have a seat when the facts have centres. */
  readonly facts?: Partial<Examination>;
}

/** Prints tickets with any code into one PDF, with these parts of content and facts of the examination. */
export async function printPages(
  pages: readonly Page[],
  { title = 'టికెట్లు', facts = {} }: Print = {},
): Promise<Buffer> {
  const examination = { ...examinationSchema.parse(exam2024), ...facts };
  const code = createQrPath(`https://portal.example/verify/${'a'.repeat(147)}`);
  const sheets = pages.map(({ snapshot = buildSnapshot({ dob: '1984-06-02' }), ...page }) => {
    const { application_id } = snapshot;
    const applicationVersion = { version: 1, user_id: 'user', snapshot };
    const allotment = facts.centres && buildAllotment();
    const request = { application_id, applicationVersion, payment: PAYMENT, allotment };
    return toTicketSheet({ ...createTicketContent(request, examination), photo: undefined, code, ...page });
  });
  return printSheets('ticket', title, sheets);
}

/** Prints the memo of a candidate with a seat who failed with absence, with any marks. */
export function printMemo(facts: Pick<Examination, 'centres' | 'result_papers'>): Promise<Buffer> {
  const snapshot = buildSnapshot();
  const { application_id } = snapshot;
  const papers = (facts.result_papers ?? []).map(({ id }, index) => ({
    paper: id,
    marks: index === 0 ? null : 40 + index,
  }));
  const content = createMemoContent(
    {
      application_id,
      applicationVersion: { version: 1, user_id: 'user', snapshot },
      payment: PAYMENT,
      allotment: buildAllotment(),
      result: {
        user_id: 'user',
        revision: 2,
        outcome: 'failed',
        papers,
        published_at: '2024-09-02T06:00:00.000Z',
      },
    },
    { ...examinationSchema.parse(exam2024), ...facts },
  );
  return printSheets('memo', content.title, [renderMemoSheet(content)]);
}
