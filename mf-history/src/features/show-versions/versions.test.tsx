import { afterEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakePortal } from '../../testing/fake-portal.ts';
import { closePage, openPage } from '../../testing/open-page.tsx';
import { Versions } from './versions.tsx';

afterEach(closePage);

const buildChange = (field: string, from: string, to: string) => ({ field, from, to });
const versions = [
  {
    version: 2,
    at: '2024-06-30T18:45:00.000Z',
    changes: [
      buildChange('exam_type', '1', '2'),
      buildChange('exam_regular', '1', '2'),
      buildChange('language', '', 'Sanskrit only, Agama only'),
      buildChange('district', 'Guntur', 'Chittoor'),
      buildChange('dob', '1990-05-17', '1991-05-17'),
      buildChange('agamamu', 'వైఖానస', 'శైవ'),
      buildChange('aadhar', '**** **** 0123', '**** **** 0123'),
      buildChange('identity_kind', '', 'Voter card'),
      buildChange('identity_number', '', '**** 4567'),
      buildChange('image', 'earlier file', 'replaced'),
      buildChange('scribe', 'none', 'own'),
      buildChange('compensatory_time', 'no', 'yes'),
      buildChange('accommodationcertificate', '', 'added'),
      buildChange('a_later_field', 'x', 'y'),
    ],
  },
  { version: 1, at: '2024-06-29T18:45:00.000Z', changes: [] },
];

const readChanges = (version: HTMLElement) => {
  const values = within(version).getAllByRole('definition');
  return within(version)
    .getAllByRole('term')
    .map(({ textContent }, at) => [textContent?.split(' / ').at(-1), values[at]?.textContent]);
};

test("lists each change in the form's words, newest first", async () => {
  fakePortal({ getapplicationhistory: () => ({ status: 200, data: versions }) });
  openPage(<Versions applicationId="ARC24-0123ABCD" />);
  await screen.findByText('చిత్తూరు');
  await screen.findByText('వర');
  const [second, first] = screen
    .getAllByRole('heading', { level: 4 })
    .map((heading) => heading.closest('li'));
  expect(first?.textContent).toMatch(/Version 1.*30-06-2024 00:15.*As submitted/);
  expect(second?.textContent).toMatch(/Version 2.*01-07-2024 00:15/);
  expect(readChanges(second as HTMLElement)).toEqual([
    ['Exam type', 'ముందు: ప్రవేశ / Pravesaఇప్పుడు: వర / Vara'],
    ['Regular or compartmental', 'ముందు: రెగ్యులర్ / Regularఇప్పుడు: కంపార్ట్‌మెంటల్ / Compartmental'],
    [
      'Parts to be written',
      'ముందు: ఇవ్వలేదు / Not givenఇప్పుడు: సంస్కృతం మాత్రమే, ఆగమం మాత్రమే / Sanskrit only, Agama only',
    ],
    ['District', 'ముందు: గుంటూరు / Gunturఇప్పుడు: చిత్తూరు / Chittoor'],
    ['Date of birth', 'ముందు: 17-05-1990ఇప్పుడు: 17-05-1991'],
    ['Agamamu', 'ముందు: వైఖానస / Vaikhanasaఇప్పుడు: శైవ / Shaiva'],
    ['Aadhaar number', 'అవే చివరి అంకెలు ఉన్న మరో నంబరు / Another number that ends in the same digits'],
    ['Identity paper', 'ముందు: ఇవ్వలేదు / Not givenఇప్పుడు: Voter card'],
    ['Number of the identity paper', 'ముందు: ఇవ్వలేదు / Not givenఇప్పుడు: **** 4567'],
    ['Photo', 'మరో ఫైల్ పెట్టారు / Replaced by another file'],
    ['Scribe', 'ముందు: లేఖకులు వద్దు / No scribeఇప్పుడు: సొంత లేఖకులు / Own scribe'],
    [
      'Extra time',
      'ముందు: అదనపు సమయం వద్దు / No extra timeఇప్పుడు: ప్రతి గంటకు 20 నిమిషాలు అదనం / 20 minutes more for each hour',
    ],
    ['Certificate for scribe or extra time', 'చేర్చారు / Added'],
    ['Another detail', 'ముందు: xఇప్పుడు: y'],
  ]);
});

test('loads the versions by a retry when they could not be read', async () => {
  let isUp = false;
  fakePortal({
    getapplicationhistory: () =>
      isUp ? { status: 200, data: versions } : Response.json({}, { status: 503 }),
  });
  const page = openPage(<Versions applicationId="ARC24-0123ABCD" />);
  await screen.findByRole('alert');
  isUp = true;
  await page.clickButton('Try again');
  await page.findText(/As submitted/);
});
