import type { PaymentAttempt } from '@archaka/contracts';
import type { BilingualText } from '../../domain/evidence-texts.ts';
import { formatIndianDay } from './indian-time.ts';

const PAISE_IN_A_RUPEE = 100;

/** '₹ 1,00,000' of an amount in paise. */
export const formatRupees = (paise: number): string =>
  `₹ ${(paise / PAISE_IN_A_RUPEE).toLocaleString('en-IN')}`;

const stateTitles: Readonly<Record<PaymentAttempt['state'], BilingualText>> = {
  unknown: { en: 'Not known yet', te: 'ఇంకా తెలియలేదు' },
  not_taken: { en: 'Not taken', te: 'తీసుకోలేదు' },
  held: { en: 'Held by the bank', te: 'బ్యాంకు పక్కన పెట్టింది' },
  taken: { en: 'Taken', te: 'చెల్లింపు అందింది' },
  returning: { en: 'Coming back', te: 'తిరిగి వస్తోంది' },
  returned: { en: 'Given back', te: 'తిరిగి ఇచ్చారు' },
};
const officeTitle: BilingualText = { en: 'The office is looking at it', te: 'కార్యాలయం పరిశీలిస్తోంది' };

/** The money of one payment in a few words. */
export const toStateTitle = ({ state, office }: PaymentAttempt): BilingualText =>
  office === 'deciding' ? officeTitle : stateTitles[state];

/** What became of the money of one payment. */
export function describeState({
  state,
  amount,
  payment_id,
  returning_by,
  office,
}: PaymentAttempt): BilingualText {
  const amountText = formatRupees(amount);
  switch (state) {
    case 'unknown':
      return payment_id === null ? noPaymentText : describeUnknown(amountText);
    case 'not_taken':
      return { en: 'No money was taken.', te: 'డబ్బు తీసుకోలేదు.' };
    case 'held':
      return {
        en: `The bank has set ${amountText} aside; it is not taken yet.`,
        te: `బ్యాంకు ${amountText} పక్కన పెట్టింది; ఇంకా తీసుకోలేదు.`,
      };
    case 'taken':
      return describeCaptured(amountText, office);
    case 'returning':
      return describeReturning(amountText, returning_by);
    case 'returned':
      return { en: `${amountText} has been given back.`, te: `${amountText} తిరిగి ఇచ్చారు.` };
  }
}

const noPaymentText: BilingualText = {
  en: 'The applicant went to the payment page; no payment has been seen yet. We keep asking.',
  te: 'చెల్లింపు పేజీకి వెళ్ళారు; ఇంకా చెల్లింపు ఏదీ కనిపించలేదు. మేము అడుగుతూనే ఉన్నాం.',
};

const describeUnknown = (amountText: string): BilingualText => ({
  en: `It is not known yet whether ${amountText} was taken. We keep asking; it is not lost.`,
  te: `${amountText} తీసుకున్నారో లేదో ఇంకా తెలియలేదు. మేము అడుగుతూనే ఉన్నాం; డబ్బు పోదు.`,
});

function describeCaptured(amountText: string, office: PaymentAttempt['office']): BilingualText {
  switch (office) {
    case 'deciding':
      return {
        en: `${amountText} was taken though the fee was paid already. The office decides whether it goes back.`,
        te: `రుసుము అప్పటికే చెల్లించి ఉన్నా ${amountText} మళ్ళీ తీసుకున్నారు. తిరిగి పంపాలా అన్నది కార్యాలయం నిర్ణయిస్తుంది.`,
      };
    case 'kept':
      return {
        en: `${amountText} was taken. The office has decided not to send it back.`,
        te: `${amountText} చెల్లింపు అందింది. తిరిగి పంపకూడదని కార్యాలయం నిర్ణయించింది.`,
      };
    default:
      return { en: `${amountText} was taken.`, te: `${amountText} చెల్లింపు అందింది.` };
  }
}

function describeReturning(amountText: string, by: string | null): BilingualText {
  if (by === null) return { en: `${amountText} is on its way back.`, te: `${amountText} తిరిగి వస్తోంది.` };
  const day = formatIndianDay(new Date(by));
  return {
    en: `${amountText} is on its way back. It should be in the account by ${day}.`,
    te: `${amountText} తిరిగి వస్తోంది. ${day} లోగా ఖాతాకు చేరాలి.`,
  };
}
