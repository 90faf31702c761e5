import type { EvidenceKind, EvidenceSource } from './evidence.ts';

interface BilingualText {
  readonly te: string;
  readonly en: string;
}

/** Fragments: a prefix may precede them and a full stop follows. */
export const evidenceTexts: Readonly<Record<EvidenceKind, BilingualText>> = {
  created: {
    en: 'the payment has begun and is not finished',
    te: 'చెల్లింపు మొదలైంది, ఇంకా పూర్తి కాలేదు',
  },
  authorized: {
    en: 'your bank has set the money aside, and it is not taken yet',
    te: 'మీ బ్యాంకు డబ్బును నిలిపి ఉంచింది, ఇంకా తీసుకోలేదు',
  },
  captured: { en: 'the payment was taken', te: 'చెల్లింపు అందింది' },
  refunded: { en: 'the money has been given back', te: 'డబ్బును తిరిగి ఇచ్చారు' },
  charged_back: { en: 'your bank has taken the money back', te: 'మీ బ్యాంకు డబ్బును వెనక్కి తీసుకుంది' },
  failed: { en: 'the payment did not go through', te: 'చెల్లింపు జరగలేదు' },
  'failed-upi-id': {
    en: 'the payment did not go through, since a typed UPI ID is no longer taken; scan the QR code or open your UPI app instead',
    te: 'చెల్లింపు జరగలేదు, ఎందుకంటే నింపిన యూపీఐ ఐడీతో ఇప్పుడు చెల్లించలేరు; బదులుగా QR కోడ్‌ను స్కాన్ చేయండి లేదా మీ యూపీఐ యాప్‌ను తెరవండి',
  },
  none: { en: 'no payment was made', te: 'చెల్లింపు ఏదీ జరగలేదు' },
  mismatch: {
    en: 'the payment does not match this order, so it was set aside for the office to look at',
    te: 'చెల్లింపు ఈ ఆర్డర్‌తో సరిపోలేదు, అందుకే కార్యాలయం పరిశీలించడానికి పక్కన ఉంచాం',
  },
  left: { en: 'You left for the payment page', te: 'మీరు చెల్లింపు పేజీకి వెళ్ళారు' },
  'came-back-paid': {
    en: 'You came back from the payment page, which said that you had paid',
    te: 'మీరు చెల్లింపు పేజీ నుండి తిరిగి వచ్చారు; చెల్లించినట్టు ఆ పేజీ చెప్పింది',
  },
  'came-back-failed': {
    en: 'You came back from the payment page, which said that the payment had not gone through',
    te: 'మీరు చెల్లింపు పేజీ నుండి తిరిగి వచ్చారు; చెల్లింపు జరగలేదని ఆ పేజీ చెప్పింది',
  },
  'came-back-failed-upi-id': {
    en: 'You came back from the payment page, which no longer takes a typed UPI ID; scan the QR code there or open your UPI app',
    te: 'మీరు చెల్లింపు పేజీ నుండి తిరిగి వచ్చారు; నింపిన యూపీఐ ఐడీతో అక్కడ ఇప్పుడు చెల్లించలేరు; బదులుగా అక్కడి QR కోడ్‌ను స్కాన్ చేయండి లేదా మీ యూపీఐ యాప్‌ను తెరవండి',
  },
  'gave-up': { en: 'You cancelled on the payment page', te: 'మీరు చెల్లింపు పేజీలో రద్దు చేశారు' },
  'refund-asked-paid-twice': {
    en: 'The fee was paid twice, so we are sending this payment back',
    te: 'రుసుము రెండుసార్లు చెల్లించారు, అందుకే ఈ చెల్లింపును తిరిగి పంపుతున్నాం',
  },
  'refund-asked-claim-lost': {
    en: 'Another application holds this mobile number, Aadhaar or identity paper, so we are sending this payment back',
    te: 'ఈ మొబైల్ నంబరు, ఆధార్ లేదా గుర్తింపు పత్రం మరో దరఖాస్తులో ఉంది, అందుకే ఈ చెల్లింపును తిరిగి పంపుతున్నాం',
  },
  'refund-asked-order-replaced': {
    en: 'This order was replaced by a newer one, so we are sending this payment back',
    te: 'ఈ ఆర్డర్ స్థానంలో కొత్త ఆర్డర్ వచ్చింది, అందుకే ఈ చెల్లింపును తిరిగి పంపుతున్నాం',
  },
  'refund-deciding': {
    en: 'The office will decide whether this payment goes back to you',
    te: 'ఈ చెల్లింపును మీకు తిరిగి పంపాలా అన్నది కార్యాలయం నిర్ణయిస్తుంది',
  },
  'refund-kept': {
    en: 'The office has decided not to send this payment back',
    te: 'ఈ చెల్లింపును తిరిగి పంపకూడదని కార్యాలయం నిర్ణయించింది',
  },
  'refund-approved': {
    en: 'The office has decided to send this payment back',
    te: 'ఈ చెల్లింపును తిరిగి పంపాలని కార్యాలయం నిర్ణయించింది',
  },
  'refund-pending': {
    en: 'Razorpay is sending the money back to your bank',
    te: 'Razorpay డబ్బును మీ బ్యాంకుకు తిరిగి పంపుతోంది',
  },
  'refund-processed': {
    en: 'Razorpay has sent the money back to your bank',
    te: 'Razorpay డబ్బును మీ బ్యాంకుకు తిరిగి పంపింది',
  },
  'refund-refused': {
    en: 'Razorpay could not send the money back, so the office will look at it',
    te: 'Razorpay డబ్బును తిరిగి పంపలేకపోయింది, అందుకే కార్యాలయం పరిశీలిస్తుంది',
  },
  dispute: {
    en: 'your bank has asked for the money back',
    te: 'డబ్బును తిరిగి ఇవ్వమని మీ బ్యాంకు అడిగింది',
  },
  'dispute-won': {
    en: 'your bank has looked into this payment, and it stays as it is',
    te: 'మీ బ్యాంకు ఈ చెల్లింపును పరిశీలించింది, అది అలాగే ఉంటుంది',
  },
  'dispute-lost': {
    en: 'the money went back to your bank, as it had asked',
    te: 'మీ బ్యాంకు అడిగినట్టే డబ్బును దానికి తిరిగి ఇచ్చారు',
  },
  'dispute-closed': {
    en: 'your bank has ended its inquiry about this payment',
    te: 'ఈ చెల్లింపు గురించిన విచారణను మీ బ్యాంకు ముగించింది',
  },
  settled: {
    en: 'Razorpay has passed this payment on to the department',
    te: 'Razorpay ఈ చెల్లింపును శాఖకు అందజేసింది',
  },
  other: { en: 'news about this payment', te: 'ఈ చెల్లింపు గురించిన సమాచారం' },
};

const prefixes: Partial<Record<EvidenceSource, BilingualText>> = {
  webhook: { en: 'Razorpay reported: ', te: 'Razorpay తెలిపింది: ' },
  poll: { en: 'We asked Razorpay: ', te: 'Razorpay ను అడిగాం; జవాబు: ' },
};
const SHOWN_PREFIX: BilingualText = { en: 'Razorpay shows: ', te: 'Razorpay వద్ద ఉన్న వివరం: ' };
const NO_PREFIX: BilingualText = { en: '', te: '' };

const SELF_CONTAINED_KINDS: readonly EvidenceKind[] = ['mismatch', 'none'];

export function describeEvidence({
  source,
  kind,
}: {
  source: EvidenceSource;
  kind: EvidenceKind;
}): BilingualText {
  const prefix = prefixes[source] ?? (SELF_CONTAINED_KINDS.includes(kind) ? SHOWN_PREFIX : NO_PREFIX);
  const text = evidenceTexts[kind];
  return { te: `${prefix.te}${text.te}.`, en: `${prefix.en}${text.en}.` };
}
