import { expect, test } from '@jest/globals';
import { readConsent } from './consent.ts';

const part = { title: 'Why', title_te: 'ఎందుకు', text: 'To reach you.', text_te: 'మీతో సంప్రదింపుల కోసం.' };
const examination = {
  examine_year: '2024',
  privacy_notice: {
    version: 1,
    summary: 'How we use your details',
    summary_te: 'మీ వివరాలు ఎలా వాడతాం',
    agreement: 'By pressing you agree to the notice of version',
    agreement_te: 'నొక్కితే ఈ నోటీసుకు అంగీకరిస్తారు: సవరణ',
    parts: { what: part, why: part, aadhaar: part, how_long: part, who_sees: part, whom_to_ask: part },
  },
};
const context = { examination, how: 'sign-up' } as const;

test.each([1, '1'])('agrees to the current version, sent as %j', (notice_version) => {
  expect(readConsent({ notice_version, notice_language: 'te' }, context)).toEqual({
    noticeId: '2024',
    version: 1,
    agreed: true,
    language: 'te',
    at: expect.any(Date),
    how: 'sign-up',
  });
});

test.each([undefined, null, ''])('does not agree when the version is %j', (notice_version) => {
  const consent = readConsent({ notice_version }, context);
  expect(consent).toMatchObject({ version: 1, agreed: false });
  expect(consent).not.toHaveProperty('language');
});

test.each([0, 2, -1, 1.5, '01x', 'unknown'])(
  'rejects version %j with the current notice',
  (notice_version) => {
    const current = expect.objectContaining({
      status: 409,
      code: 'notice-changed',
      privacyNotice: examination.privacy_notice,
    });
    expect(() => readConsent({ notice_version }, context)).toThrow(current as unknown as Error);
  },
);

test('is undefined for an examination without a notice, regardless of the request', () => {
  const withoutNotice = { examine_year: '2031' };
  expect(readConsent({ notice_version: 7 }, { examination: withoutNotice, how: 'draft' })).toBeUndefined();
});
