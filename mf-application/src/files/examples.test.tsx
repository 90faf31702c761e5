import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { Application } from '../features/fill-application/application.tsx';
import { fakePortal } from '../testing/fake-portal.ts';
import { pdfFile } from '../testing/fill-in.ts';
import { closePage, openForm } from '../testing/open-form.tsx';

afterEach(closePage);

const birthCertificate = /Birth certificate$/;

/** The examples of a field. */
function findExamples(field: HTMLElement) {
  const details = field.closest('.file')?.querySelector('details');
  if (!details) throw new Error('The field has no examples');
  return details;
}

function unfold(details: HTMLDetailsElement) {
  details.open = true;
  fireEvent(details, new Event('toggle'));
}

test.each([
  { label: /Photo$/, right: /head and shoulders in the middle/, wrong: /with sunglasses at the edge/ },
  { label: birthCertificate, right: /a whole page, straight/, wrong: /half in shadow/ },
])('shows a right and a wrong drawing with texts when the examples of $label are unfolded', async (field) => {
  fakePortal();
  const { findField } = openForm(<Application />);
  const details = findExamples(await findField(field.label));
  expect(details.open).toBe(false);
  expect(details.querySelector('svg')).toBeNull();

  unfold(details);

  await within(details).findByRole('img', { name: field.right });
  const drawings = within(details).getAllByRole('img');
  expect(drawings.map((drawing) => drawing.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(field.right),
    expect.stringMatching(field.wrong),
  ]);
  for (const drawing of drawings) expect(drawing.getAttribute('aria-label')).toMatch(/బొమ్మ: /);
  const captions = [...details.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
  expect(captions).toEqual([
    expect.stringMatching(/^సరైనది \/ Right/),
    expect.stringMatching(/^సరికానిది \/ Wrong/),
  ]);
});

test('leaves the examples out once the field has its file', async () => {
  fakePortal();
  const { person, findField } = openForm(<Application />);
  const field = await findField(birthCertificate);
  await person.upload(field, pdfFile);
  await screen.findByRole('button', { name: /View/ });
  expect(field.closest('.file')?.querySelector('details')).toBeNull();
});
