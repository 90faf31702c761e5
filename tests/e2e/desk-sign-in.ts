import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import type { PortalAddresses } from '@archaka/test-kit';
import { expect } from '@jest/globals';
import type { Page } from 'puppeteer';
import { findAccessibilityViolations } from './accessibility-violations.ts';
import { clickControl, typeInto } from './browser.ts';

/** Of the accounts in a local portal. */
export async function readStaffSecret({ dataDir }: Pick<PortalAddresses, 'dataDir'>): Promise<string> {
  return JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')).LOCAL_STAFF_SECRET;
}

/** Signs a member of the staff in as a person does. Once in 30 s for each member, since a code is valid once. */
export async function signInAtDesk(page: Page, portal: PortalAddresses, name: string): Promise<void> {
  const secret = await readStaffSecret(portal);
  const member = deriveLocalStaff(secret).find((each) => each.name === name);
  if (!member) throw new Error(`no local member of the staff is called ${name}`);
  await page.goto(`${portal.origin}/desk`);
  await page.waitForSelector('.desk-sign-in');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await typeInto(page, 'name', name);
  await typeInto(page, 'password', member.password);
  await typeInto(page, 'code', createCode(member.secret, toStep(new Date())));
  await clickControl(page, 'Sign-In', '.desk-sign-in');
  await page.waitForSelector('.desk');
}
