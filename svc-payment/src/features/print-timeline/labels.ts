import type { BilingualText } from '../../domain/evidence-texts.ts';

export const labels = {
  applicationId: { en: 'Application ID', te: 'దరఖాస్తు సంఖ్య' },
  orderId: { en: 'Order ID', te: 'ఆర్డర్ సంఖ్య' },
  made: { en: 'Made on (Indian time)', te: 'తయారు చేసిన సమయం (భారత కాలమానం)' },
  state: { en: 'State', te: 'స్థితి' },
  amount: { en: 'Amount', te: 'మొత్తం' },
  method: { en: 'Paid by', te: 'చెల్లించిన విధానం' },
  bankReference: { en: 'Bank reference', te: 'బ్యాంకు రిఫరెన్స్ నంబరు' },
  paymentId: { en: 'Payment ID', te: 'చెల్లింపు సంఖ్య' },
  backBy: { en: 'Money back by', te: 'డబ్బు తిరిగి వచ్చే తేదీ' },
  lastChecked: { en: 'Last asked', te: 'చివరిగా అడిగినది' },
} as const satisfies Record<string, BilingualText>;

export const stepsTitle: BilingualText = { en: 'What happened, step by step', te: 'ఏం జరిగిందో వరుసగా' };

export const noPayment: BilingualText = {
  en: 'No payment was begun for this order, so no money was taken for it.',
  te: 'ఈ ఆర్డర్‌కు చెల్లింపు ఏదీ మొదలుకాలేదు, కాబట్టి డబ్బు తీసుకోలేదు.',
};

const methodTexts: Readonly<Record<string, BilingualText>> = {
  card: { en: 'Card', te: 'కార్డు' },
  netbanking: { en: 'Net banking', te: 'నెట్ బ్యాంకింగ్' },
};

/** How it was paid; a way without words of ours is named as the provider names it. */
export const describeMethod = (method: string): BilingualText =>
  methodTexts[method] ?? { te: method, en: method };

export const formatTitle = (applicationId: string): BilingualText => ({
  en: `Payments of application ${applicationId}`,
  te: `దరఖాస్తు ${applicationId} చెల్లింపులు`,
});

export const formatPaymentNumber = (number: number): BilingualText => ({
  en: `Payment ${number}`,
  te: `చెల్లింపు ${number}`,
});

export const formatHelp = (office: string, email: string): BilingualText => ({
  en: `For help: ${office}, ${email}`,
  te: `సహాయం కోసం: ${office}, ${email}`,
});

export const formatPageNumber = (page: number, pages: number): BilingualText => ({
  en: `Page ${page} of ${pages}`,
  te: `పేజీ ${page} / ${pages}`,
});
