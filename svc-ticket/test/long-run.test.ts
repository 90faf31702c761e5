import { createLog } from '@archaka/service-kit';
import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { html } from '../src/render/html.ts';
import { SheetRenderer, ticketPrinting } from '../src/render/renderer.ts';
import { chromiumOfTests } from './support/print-pages.ts';
import { findBrowserProcesses, isRunning } from './support/processes.ts';

test('replaces a worn browser during printing, and prints every ticket', async () => {
  const renderer = await SheetRenderer.open({
    ...ticketPrinting,
    maxFiles: 5,
    chromium: await chromiumOfTests(),
    log: createLog({ name: 'test', level: 'silent' }),
  });
  const findBrowsers = () => findBrowserProcesses(process.pid).filter(({ parent }) => parent === process.pid);
  const print = (name: string) =>
    renderer.print('ticket', name, [html`<article class="sheet">${name}</article>`]);
  try {
    await print('first');
    const [first] = findBrowsers();
    for (let pair = 0; pair < 8; pair += 1) {
      const pdfs = await Promise.all([print(`${pair}-1`), print(`${pair}-2`)]);
      expect(pdfs.map((pdf) => pdf.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-']);
    }
    await eventually(() => first && !isRunning(first));
    await eventually(() => findBrowsers().length === 1);
  } finally {
    await renderer.close();
  }
});
