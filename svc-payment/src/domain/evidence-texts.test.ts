import { evidenceSource } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import type { EvidenceKind } from './evidence.ts';
import { describeEvidence, evidenceTexts } from './evidence-texts.ts';

test.each([
  ['checkout', 'left', 'You left for the payment page.', 'మీరు చెల్లింపు పేజీకి వెళ్ళారు.'],
  ['webhook', 'captured', 'Razorpay reported: the payment was taken.', 'Razorpay తెలిపింది: చెల్లింపు అందింది.'],
  ['poll', 'none', 'We asked Razorpay: no payment was made.', 'Razorpay ను అడిగాం; జవాబు: చెల్లింపు ఏదీ జరగలేదు.'],
  ['cancel', 'gave-up', 'You cancelled on the payment page.', 'మీరు చెల్లింపు పేజీలో రద్దు చేశారు.'],
  [
    'refund',
    'refund-asked-paid-twice',
    'The fee was paid twice, so we are sending this payment back.',
    'రుసుము రెండుసార్లు చెల్లించారు, అందుకే ఈ చెల్లింపును తిరిగి పంపుతున్నాం.',
  ],
  [
    'callback',
    'mismatch',
    'Razorpay shows: the payment does not match this order, so it was set aside for the office to look at.',
    'Razorpay వద్ద ఉన్న వివరం: చెల్లింపు ఈ ఆర్డర్‌తో సరిపోలేదు, అందుకే కార్యాలయం పరిశీలించడానికి పక్కన ఉంచాం.',
  ],
] as const)('%s %s reads as a sentence in both languages', (source, kind, en, te) => {
  expect(describeEvidence({ source, kind })).toEqual({ en, te });
});

test.each(Object.keys(evidenceTexts) as EvidenceKind[])(
  '%s is one whole sentence in each language',
  (kind) => {
    for (const source of evidenceSource.values) {
      const { en, te } = describeEvidence({ source, kind });
      expect(en).toMatch(/^[A-Z][ -~]*[a-z]\.$/i);
      expect(te.replaceAll(/Razorpay|QR/g, '')).toMatch(
        /^[\p{Script=Telugu}\u200c ,;:]+\p{Script=Telugu}\.$/u,
      );
    }
  },
);
