import type { PaymentAttempt } from '@archaka/contracts';
import type { InBoth } from '../../domain/words.ts';
import { indianDay } from './indian-time.ts';

const PAISE_IN_A_RUPEE = 100;

/** '₹ 1,00,000' of an amount in paise. */
export const rupees = (paise: number): string => `₹ ${(paise / PAISE_IN_A_RUPEE).toLocaleString('en-IN')}`;

const titles: Readonly<Record<PaymentAttempt['state'], InBoth>> = {
  unknown: { en: 'Not known yet', te: 'ఇంకా తెలియలేదు' },
  not_taken: { en: 'Not taken', te: 'తీసుకోలేదు' },
  held: { en: 'Held by the bank', te: 'బ్యాంకు పక్కన పెట్టింది' },
  taken: { en: 'Taken', te: 'చెల్లింపు అందింది' },
  returning: { en: 'Coming back', te: 'తిరిగి వస్తోంది' },
  returned: { en: 'Given back', te: 'తిరిగి ఇచ్చారు' },
};
const withTheOffice: InBoth = { en: 'The office is looking at it', te: 'కార్యాలయం పరిశీలిస్తోంది' };

/** The money of one payment in a few words. */
export const stateTitle = ({ state, office }: PaymentAttempt): InBoth =>
  office === 'deciding' ? withTheOffice : titles[state];

/** What became of the money of one payment. */
export function stateWords({ state, amount, payment_id, returning_by, office }: PaymentAttempt): InBoth {
  const money = rupees(amount);
  switch (state) {
    case 'unknown':
      return payment_id === null ? notSeen : notKnown(money);
    case 'not_taken':
      return { en: 'No money was taken.', te: 'డబ్బు తీసుకోలేదు.' };
    case 'held':
      return {
        en: `The bank has set ${money} aside; it is not taken yet.`,
        te: `బ్యాంకు ${money} పక్కన పెట్టింది; ఇంకా తీసుకోలేదు.`,
      };
    case 'taken':
      return taken(money, office);
    case 'returning':
      return returning(money, returning_by);
    case 'returned':
      return { en: `${money} has been given back.`, te: `${money} తిరిగి ఇచ్చారు.` };
  }
}

const notSeen: InBoth = {
  en: 'The applicant went to the payment page; no payment has been seen yet. We keep asking.',
  te: 'చెల్లింపు పేజీకి వెళ్ళారు; ఇంకా చెల్లింపు ఏదీ కనిపించలేదు. మేము అడుగుతూనే ఉన్నాం.',
};

const notKnown = (money: string): InBoth => ({
  en: `It is not known yet whether ${money} was taken. We keep asking; it is not lost.`,
  te: `${money} తీసుకున్నారో లేదో ఇంకా తెలియలేదు. మేము అడుగుతూనే ఉన్నాం; డబ్బు పోదు.`,
});

function taken(money: string, office: PaymentAttempt['office']): InBoth {
  switch (office) {
    case 'deciding':
      return {
        en: `${money} was taken though the fee was paid already. The office decides whether it goes back.`,
        te: `రుసుము అప్పటికే చెల్లించి ఉన్నా ${money} మళ్ళీ తీసుకున్నారు. తిరిగి పంపాలా అన్నది కార్యాలయం నిర్ణయిస్తుంది.`,
      };
    case 'kept':
      return {
        en: `${money} was taken. The office has decided not to send it back.`,
        te: `${money} చెల్లింపు అందింది. తిరిగి పంపకూడదని కార్యాలయం నిర్ణయించింది.`,
      };
    default:
      return { en: `${money} was taken.`, te: `${money} చెల్లింపు అందింది.` };
  }
}

function returning(money: string, by: string | null): InBoth {
  if (by === null) return { en: `${money} is on its way back.`, te: `${money} తిరిగి వస్తోంది.` };
  const day = indianDay(new Date(by));
  return {
    en: `${money} is on its way back. It should be in the account by ${day}.`,
    te: `${money} తిరిగి వస్తోంది. ${day} లోగా ఖాతాకు చేరాలి.`,
  };
}
