import { describe, expect, test } from '@jest/globals';
import { clickControl, findControl, pickFile, tickBox, typeInto } from '../browser.ts';
import { hasControl, readControlNames, readLabel, readTicked, readValue } from '../page.ts';
import { expectWithin, WARNING_MS } from './announcements.ts';
import { createBrowserEnvironment, type Screen } from './environment.ts';
import { openEmptyForm, uploadFile } from './form-steps.ts';

const environment = createBrowserEnvironment();

/** A field, its kind, and its label in both languages. */
const OPENING_FIELDS = [
  ['number', 'input[readonly]', 'మొబైల్ నంబరు', 'Mobile number'],
  ['aadhar', 'input', 'ఆధార్ సంఖ్య', 'Aadhaar number'],
  ['name', 'input', 'పేరు', 'Name'],
  ['father_name', 'input', 'తండ్రి పేరు', "Father's name"],
  ['dob', 'input[type="date"][max="2024-06-10"]', 'పుట్టిన తేదీ', 'Date of birth'],
  ['age', 'input[readonly]', 'వయస్సు', 'Age'],
  ['postal_address', 'textarea', 'చిరునామా', 'Postal address'],
  ['district', 'select', 'జిల్లా', 'District'],
  ['mandal', 'select', 'మండలం', 'Mandal'],
  ['exam_type', 'input[type="radio"]', 'పరీక్ష రకం', 'Exam type'],
  ['exam_regular', 'input[type="radio"]', 'రెగ్యులర్', 'Regular or compartmental'],
  ['centre_district', 'select', 'పరీక్ష కేంద్రం జిల్లా', 'Centre district'],
  ['agamamu', 'select', 'ఆగమము', 'Agamamu'],
  ['amount', 'input[readonly]', 'రుసుము', 'Fee'],
  [
    'birthcertificate',
    'input[type="file"][accept*="application/pdf"]',
    'జనన ధ్రువీకరణ పత్రం',
    'Birth certificate',
  ],
  ['image', 'input[type="file"][accept*="image/jpeg"][accept*="image/png"]', 'ఫోటో', 'Photo'],
] as const;

/** Fields that a choice reveals. */
const REVEALED_FIELDS = [
  ['pasthallticket', 'input', 'మునుపటి హాల్ టికెట్ నంబరు', 'Previous hall ticket number'],
  ['perviouscertificate', 'input[accept*="application/pdf"]', 'మునుపటి ధ్రువపత్రం', 'Previous certificate'],
  ['markmemos', 'input[accept*="application/pdf"]', 'మార్కుల మెమో', 'Marks memo'],
  ['language', 'input[type="checkbox"]', 'రాయవలసిన భాగాలు', 'Parts to be written'],
] as const;

const AGAMAS = [
  ['చాత్తాద శ్రీవైష్ణవ', 'Chathada Sri Vaishnava'],
  ['గ్రామదేవత', 'Gramadevata'],
  ['వీరశైవ', 'Veera Shaiva'],
  ['వైఖానస', 'Vaikhanasa'],
  ['వైదిక స్మార్త', 'Vaidika Smarta'],
  ['శైవ', 'Shaiva'],
  ['తంత్రసార', 'Tantrasara'],
  ['పాంచరాత్ర', 'Pancharatra'],
] as const;

const CHECKS = [
  'Please Enter Aadhar',
  'Please Enter name',
  'Please Enter Father Name',
  'Select Date of Birth',
  'Please Upload Birth Certificate',
  'Please Enter Postal Address',
  'Select the District',
  'Select the Mandal',
  'Select the Exam Type',
  'Select the Regular or Compentment',
  'Select the Centre district',
  'Select the Agamamu',
  'Please upload Your photo',
];

/** Expects a control of this kind, labelled in Telugu and English. */
async function expectField(
  { page }: Screen,
  [name, kind, telugu, english]: (typeof OPENING_FIELDS | typeof REVEALED_FIELDS)[number],
): Promise<void> {
  expect(await page.$(`${kind}[name="${name}"]`)).not.toBeNull();
  expect(await readLabel(page, name)).toMatch(new RegExp(`${telugu}.*${english}`));
}

/** The labels of the choices of radio buttons or checkboxes. */
const readChoices = ({ page }: Screen, name: string): Promise<(string | undefined)[]> =>
  page.$$eval(`[name="${name}"]`, (boxes) =>
    boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  );

const readOptions = ({ page }: Screen, name: string): Promise<string[][]> =>
  page.$$eval(`select[name="${name}"] option:not([value=""])`, (options) =>
    options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
  );

describe('the form as it opens', () => {
  const getScreen = environment.useSharedScreen(async () => (await openEmptyForm(environment)).screen);

  test('is titled for the 2024 examinations, with Clear, Save and Confirm to Pay [S-2.1] [S-2.23] [S-4.15] [S-6.3] [S-9.10]', async () => {
    const { page } = getScreen();
    const titles = await page.$$eval('h2', (found) => found.map(({ textContent }) => textContent));
    expect(titles.join()).toMatch(/Application Form.*2024/);
    await findControl(page, 'Confirm to Pay', 'main');
    const names = (await readControlNames(page, 'main')).join('\n');
    for (const name of ['Clear', 'Save', 'Confirm to Pay']) expect(names).toContain(name);
    expect(names).not.toContain('Pay now');
  });

  test.each(OPENING_FIELDS)('has %s: a %s labelled %s, %s [S-1.2] [S-3.3] [S-5.32]', async (...field) => {
    await expectField(getScreen(), field);
  });

  test('has the login’s number and the fee of 100 [S-3.1] [S-3.17] [S-9.1] [S-9.2]', async () => {
    const { page } = getScreen();
    const number = await readValue(page, 'number');
    expect(number).toMatch(/^\d{10}$/);
    expect(number).toBe(await page.evaluate(() => localStorage.getItem('number')));
    expect(await readValue(page, 'amount')).toBe('100');
  });

  test('offers 26 districts for the address and the centre, and no mandal before a district is chosen [S-3.14] [S-4.14]', async () => {
    const districts = await readOptions(getScreen(), 'district');
    expect(districts).toHaveLength(26);
    for (const [, label] of districts) expect(label).toMatch(/[ఀ-౿].*[A-Za-z]/);
    expect(await readOptions(getScreen(), 'centre_district')).toEqual(districts);
    expect(await readOptions(getScreen(), 'mandal')).toEqual([]);
  });

  test('offers the eight agamas by their Telugu names [S-3.15] [S-3.16]', async () => {
    expect(await readOptions(getScreen(), 'agamamu')).toEqual(
      AGAMAS.map(([telugu, english]) => [telugu, expect.stringMatching(new RegExp(`${telugu}.*${english}`))]),
    );
  });

  test('offers the exam types, and regular or compartmental [S-3.9] [S-9.10]', async () => {
    expect(await readChoices(getScreen(), 'exam_type')).toEqual([
      expect.stringMatching(/ప్రవేశ.*Pravesa/),
      expect.stringMatching(/వర.*Vara/),
      expect.stringMatching(/ప్రవర.*Pravara/),
    ]);
    expect(await readChoices(getScreen(), 'exam_regular')).toEqual([
      expect.stringMatching(/రెగ్యులర్.*Regular/),
      expect.stringMatching(/కంపార్ట్‌మెంటల్.*Compartmental/),
    ]);
  });
});

describe('a choice', () => {
  const getScreen = environment.useSharedScreen(async () => (await openEmptyForm(environment)).screen);
  const choose = async (exam_type: string, exam_regular: string) => {
    const { page } = getScreen();
    await tickBox(page, 'exam_type', exam_type);
    await tickBox(page, 'exam_regular', exam_regular);
    await page.waitForSelector(`[name="exam_regular"][value="${exam_regular}"]:checked`);
  };
  const SCHOOL_PAPERS = ['pasthallticket', 'perviouscertificate', 'markmemos'];

  test.each([
    ['1', '1', [], '[S-4.8]'],
    ['2', '1', SCHOOL_PAPERS, '[S-4.9]'],
    ['3', '1', SCHOOL_PAPERS, '[S-4.10]'],
    ['1', '2', ['pasthallticket', 'markmemos', 'language'], '[S-4.11]'],
  ])('of exam_type %s and exam_regular %s brings %j %s', async (type, regular, fields, _ids) => {
    const { page } = getScreen();
    await choose(type, regular);
    const revealed: string[] = [];
    for (const [name] of REVEALED_FIELDS) if (await hasControl(page, name)) revealed.push(name);
    expect(revealed).toEqual(fields);
    if (!fields.includes('perviouscertificate')) return;
    const description = await page.$eval('[name="perviouscertificate"]', (control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(),
    );
    expect(description).toMatch(type === '2' ? /Pravesa|ప్రవేశ/ : /Vara|వర/);
  });

  test('brings labelled fields, parts that a press adds and the next removes, and a hall ticket of digits [S-1.2] [S-3.10] [S-3.13] [S-3.30] [S-5.39]', async () => {
    const { page } = getScreen();
    await choose('2', '2');
    for (const field of REVEALED_FIELDS) await expectField(getScreen(), field);
    expect(await readChoices(getScreen(), 'language')).toEqual([
      expect.stringMatching(/సంస్కృతం మాత్రమే.*Sanskrit only/),
      expect.stringMatching(/ఆగమం మాత్రమే.*Agama only/),
      expect.stringMatching(/మౌఖికం, శుశ్రుతి.*Oral and Shushkruti/),
    ]);
    for (const value of ['1', '3']) await tickBox(page, 'language', value);
    expect(await readTicked(page, 'language')).toEqual(['1', '3']);
    await tickBox(page, 'language', '1');
    expect(await readTicked(page, 'language')).toEqual(['3']);
    await typeInto(page, 'pasthallticket', 'AB12-34 x5');
    expect(await readValue(page, 'pasthallticket')).toBe('12345');
  });
});

test('a press shows the first failing check top right for 2 s, and marks and lists all of them [S-5.4] [S-8.22] [S-9.16]', async () => {
  const { screen } = await openEmptyForm(environment);
  await clickControl(screen.page, 'Save', 'main');
  expect((await screen.waitForAnnouncement('Please Enter Aadhar')).isTopRight).toBe(true);
  expectWithin(await screen.waitUntilGone('Please Enter Aadhar'), WARNING_MS);
  const listed = await screen.page.$$eval('[role="alert"] a', (lines) =>
    lines.map((line) => line.textContent),
  );
  expect(listed).toEqual(CHECKS.map((message) => expect.stringContaining(message)));
});

describe('a file', () => {
  const getScreen = environment.useSharedScreen(async () => {
    const { screen } = await openEmptyForm(environment);
    await tickBox(screen.page, 'exam_type', '2');
    await tickBox(screen.page, 'exam_regular', '2');
    await screen.page.waitForSelector('[name="markmemos"]');
    return screen;
  });
  const toField = (name: string) => `.field:has([name="${name}"])`;

  test.each([
    ['birthcertificate', 'Escape'],
    ['perviouscertificate', 'a press beside it'],
    ['markmemos', 'Escape'],
  ])(
    'for %s must be a PDF, which is shown in a frame of a modal, closed by %s [S-2.26] [S-5.29] [S-8.12] [S-9.20]',
    async (name, how) => {
      const { page, waitForAnnouncement, waitUntilGone } = getScreen();
      const since = await page.evaluate(() => Date.now());
      await pickFile(page, name, environment.getFile('renamed.pdf'));
      expect((await waitForAnnouncement('Upload Pdf Only', since)).isTopRight).toBe(true);

      await uploadFile(page, name, environment.getFile('paper.pdf'));
      await clickControl(page, 'View', toField(name));
      const frame = await page.waitForSelector('dialog[open] :is(iframe, embed, object, canvas)');
      expect(await frame?.isVisible()).toBe(true);
      if (how === 'Escape') await page.keyboard.press('Escape');
      else await page.mouse.click(4, 4);
      await page.waitForSelector('dialog[open]', { hidden: true });
      await waitUntilGone('Upload Pdf Only', since);
    },
  );

  test.each(['photo.jpg', 'photo.png'] as const)(
    'for the photo may be %s, and is shown [S-5.31]',
    async (name) => {
      const { page } = getScreen();
      await uploadFile(page, 'image', environment.getFile(name));
      await page.waitForFunction(
        (field) =>
          [...document.querySelectorAll<HTMLImageElement>(`${field} img`)].some(
            ({ naturalWidth }) => naturalWidth > 0,
          ),
        {},
        toField('image'),
      );
      await clickControl(page, 'Remove', toField('image'));
      await page.waitForSelector(`${toField('image')} img`, { hidden: true });
    },
  );
});
