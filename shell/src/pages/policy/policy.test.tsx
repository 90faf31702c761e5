import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicExamination } from '@archaka/platform/core';
import { primeExamination } from '@archaka/platform/shell';
import { forgetExamination, PortalFrame } from '@archaka/platform/testing';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, within } from '@testing-library/react';
import Policy from './policy.tsx';

const examFile = join(import.meta.dirname, '../../../../exams/2024.json');
const examination = JSON.parse(readFileSync(examFile, 'utf8')) as Required<PublicExamination>;

afterEach(() => {
  cleanup();
  forgetExamination();
});

function openPolicy(facts: object = {}) {
  primeExamination({ ...examination, ...facts });
  render(
    <PortalFrame>
      <Policy />
    </PortalFrame>,
  );
  return within(screen.getByRole('region', { name: /Privacy policy/i }));
}

test("links the grievance officer's telephones and address of the examination's file", () => {
  const privacy = openPolicy();
  const officer = privacy.getByRole('heading', { name: /Grievance officer$/ }).parentElement as HTMLElement;
  const links = within(officer).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'tel:08662400000',
    'tel:9000000001',
    'tel:9000000002',
    `mailto:${examination.contacts.email}`,
  ]);
});

test("repeats the notice's text on other identity papers where the examination accepts them", () => {
  const part = { title: 'Another paper', title_te: 'మరో పత్రం', text: 'You may.', text_te: 'వాడవచ్చు.' };
  const parts = { ...examination.privacy_notice.parts, identity_papers: part };
  const privacy = openPolicy({ privacy_notice: { ...examination.privacy_notice, parts } });
  expect(privacy.getByText('వాడవచ్చు.')).toBeTruthy();
  cleanup();
  expect(openPolicy().queryByText('వాడవచ్చు.')).toBeNull();
});
