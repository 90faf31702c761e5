import { createLog } from '@archaka/service-kit';
import { eventually, findOrInstallChromium } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { buildSnapshot } from '../src/domain/testing/builders.ts';
import { createTicketContent } from '../src/domain/ticket-content.ts';
import { examination } from '../src/features/make-hall-pack/testing/builders.ts';
import { createTempDir, isRoot } from '../src/render/chromium.ts';
import { TicketRenderer } from '../src/render/renderer.ts';
import { createQrPath } from '../src/render/ticket-page.ts';
import { findBrowserProcesses, isRunning } from './support/processes.ts';

test('replaces a worn browser during printing, and prints every ticket', async () => {
  const tempDir = await createTempDir();
  const renderer = new TicketRenderer({
    chromium: { path: await findOrInstallChromium(), sandboxed: !isRoot() },
    tempDir: tempDir.path,
    ticketsPerBrowser: 5,
    log: createLog({ name: 'test', level: 'silent' }),
  });
  const findBrowsers = () => findBrowserProcesses(process.pid).filter(({ parent }) => parent === process.pid);
  const print = async (application_id: string) => {
    const applicationVersion = { version: 1, user_id: 'user', snapshot: buildSnapshot({ application_id }) };
    const payment = { order_id: 'order_1', payment_id: 'pay_1', amount: 10_000 };
    const content = createTicketContent({ application_id, applicationVersion, payment }, examination);
    return renderer.print({ ...content, photo: undefined, code: createQrPath('https://exams.example.in') });
  };
  try {
    await print('ARC24-FIRST');
    const [first] = findBrowsers();
    for (let pair = 0; pair < 8; pair += 1) {
      const pdfs = await Promise.all([print(`ARC24-${pair}-1`), print(`ARC24-${pair}-2`)]);
      expect(pdfs.map((pdf) => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-']);
    }
    await eventually(() => first && !isRunning(first));
    await eventually(() => findBrowsers().length === 1);
  } finally {
    await renderer.close();
    await tempDir.remove();
  }
});
