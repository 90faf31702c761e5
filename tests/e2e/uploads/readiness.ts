import { pdf, portrait } from '@archaka/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { closePage, openPhone, pick, tick } from '../browser.ts';
import { takeLanguage } from '../cookies.ts';
import { readsAt } from './field.ts';
import type { UploadStage } from './stage.ts';

export function readinessStories(stage: UploadStage): void {
  describe("'Am I ready?'", () => {
    beforeAll(async () =>
      stage.files({
        'good.jpg': await portrait(),
        'dark.jpg': await portrait({ light: { by: 0.2 } }),
        'birth.pdf': pdf(),
      }),
    );

    test('a visitor learns what is needed and whether it will do, and nothing leaves the device', async () => {
      const { page, faults } = await openPhone(stage.browser());
      await takeLanguage(page, 'en');
      const left: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (request.method() !== 'GET' && pathname !== '/api/dashboard/session') left.push(pathname);
      });
      await page.goto(`${stage.portal.origin}/ready`);
      await page.waitForSelector('input[name="dob"]');

      await page.type('input[name="dob"]', '05171970');
      await tick(page, 'exam_type', '2');
      await tick(page, 'exam_regular', '1');
      const needs = await page.$eval('main', (main) => main.textContent);
      expect(needs).toContain('Pravesa certificate: PDF');
      expect(needs).toContain('write all papers (Sanskrit, Agama, oral, Shushkruti)');

      await pick(page, 'image', stage.path('good.jpg'));
      await readsAt(page, 'image', 'Ready');
      await pick(page, 'image', stage.path('dark.jpg'));
      await readsAt(page, 'image', 'The photo is dark');
      await pick(page, 'birthcertificate', stage.path('birth.pdf'));
      await readsAt(page, 'birthcertificate', 'opens without a password. Pages: 1');
      await pick(page, 'perviouscertificate', stage.path('good.jpg'));
      await readsAt(page, 'perviouscertificate', 'Upload Pdf Only');
      expect(left).toEqual([]);
      expect(faults.list).toEqual([]);
      await closePage(page);
    });
  });
}
