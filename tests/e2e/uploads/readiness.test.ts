import { buildPdf, buildPortrait } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PHONE, pickFile, tickBox } from '../browser.ts';
import { createUploadEnvironment, waitForFieldText } from './environment.ts';

const environment = createUploadEnvironment();

describe("'Am I ready?'", () => {
  beforeAll(async () =>
    environment.writeFiles({
      'good.jpg': await buildPortrait(),
      'dark.jpg': await buildPortrait({ light: { by: 0.2 } }),
      'birth.pdf': buildPdf(undefined, 1),
    }),
  );

  test('shows a visitor the requirements and checks files without an upload', async () => {
    const sentRequests: string[] = [];
    const { page, faults } = await environment.open('/ready', {
      language: 'en',
      viewport: PHONE,
      before: async (opened) => {
        opened.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (request.method() !== 'GET' && pathname !== '/api/dashboard/session')
            sentRequests.push(pathname);
        });
      },
    });
    await page.waitForSelector('input[name="dob"]');

    await page.type('input[name="dob"]', '05171970');
    await tickBox(page, 'exam_type', '2');
    await tickBox(page, 'exam_regular', '1');
    const pageText = await page.$eval('main', (main) => main.textContent);
    expect(pageText).toContain('Pravesa certificate: PDF');
    expect(pageText).toContain('write all papers (Sanskrit, Agama, oral, Shushkruti)');

    await pickFile(page, 'image', environment.toPath('good.jpg'));
    await waitForFieldText(page, 'image', 'Ready');
    await pickFile(page, 'image', environment.toPath('dark.jpg'));
    await waitForFieldText(page, 'image', 'The face is dark');
    await pickFile(page, 'birthcertificate', environment.toPath('birth.pdf'));
    await waitForFieldText(page, 'birthcertificate', 'opens without a password. Pages: 1');
    await pickFile(page, 'perviouscertificate', environment.toPath('good.jpg'));
    await waitForFieldText(page, 'perviouscertificate', 'Upload Pdf Only');
    expect(sentRequests).toEqual([]);
    expect(faults.list).toEqual([]);
  });
});
