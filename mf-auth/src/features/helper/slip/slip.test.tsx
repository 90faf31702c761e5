import examination from '@archaka/exams/2024.json' with { type: 'json' };
import { textIn } from '@archaka/platform';
import { fakeResponses } from '@archaka/platform/testing';
import { expect, test } from '@jest/globals';
import { readSlip } from './slip.tsx';

const user = { id: 'user-1', number: '9876543210', name: 'రాముడు' };
const draft = { application_id: 'ARC24-D' };
const application = (own: object) => ({
  application_id: 'ARC24-1',
  order_id: 'order_1',
  examine_year: examination.examine_year,
  version: 1,
  ticket_version: null,
  ...own,
});
const typed = { name: 'సీత', district: 'Guntur', identity_kind: '', scribe: 'own' };

test.each([
  { has: 'nothing', id: undefined, says: /^Nothing is filled in/, missing: [] },
  {
    has: 'an unfinished form',
    form: typed,
    id: undefined,
    says: /not saved yet/,
    missing: ['Please Enter Aadhar', 'Select the Mandal', 'Upload the Certificate for Scribe or Extra Time'],
  },
  { has: 'a draft', drafts: [draft], id: 'ARC24-D', says: /saved, not submitted/, missing: [] },
  {
    has: 'a draft that was changed',
    drafts: [draft],
    form: typed,
    id: 'ARC24-D',
    says: /changed since/,
    missing: ['Select the Mandal'],
  },
  {
    has: 'an unpaid application',
    applications: [application({ payment_status: '' })],
    id: 'ARC24-1',
    says: /fee has not been paid/,
    missing: [],
  },
  {
    has: 'a paid application',
    applications: [application({ payment_status: 'S', ticket_version: 1 })],
    id: 'ARC24-1',
    says: /hall ticket is ready/,
    missing: [],
  },
])('names the state of a person who has $has, and what is missing', async (known) => {
  const { applications = [], drafts = [], form, id, says, missing } = known;
  fakeResponses({
    getticketsandprofile: () => ({ status: 200, data: applications }),
    getsaveformdata: () => ({ status: 200, data: drafts }),
    getunfinishedform: () => ({ status: 200, data: [{ revision: 1, is_off: false, form }] }),
    getpaymentattempts: () => ({ status: 200, data: [] }),
  });
  const slip = await readSlip(user, { ...examination, amount: 100 });
  expect(slip).toMatchObject({ applicationId: id, number: '******3210' });
  expect(textIn('en', slip.state)).toMatch(says);
  expect(slip.missing).toEqual(missing.length > 0 ? expect.arrayContaining(missing) : []);
  expect(slip.missing).not.toContain('Select the District');
});

test('no slip while a service does not answer', async () => {
  fakeResponses({});
  await expect(readSlip(user, { ...examination, amount: 100 })).rejects.toThrow('not answered');
});
