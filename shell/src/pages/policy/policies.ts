import { type Word, words } from '@archaka/web-kit';

export interface Clause {
  readonly title?: Word;
  readonly text: Word;
}

interface PolicyText {
  readonly id: 'privacy' | 'terms' | 'refund';
  readonly title: Word;
  readonly clauses: readonly Clause[];
}

const privacy: readonly Clause[] = [
  {
    title: { te: 'ఏ సమాచారం తీసుకుంటాం', en: 'What we collect' },
    text: {
      te: 'మొబైల్ నంబరు, పేరు, తండ్రి పేరు, పుట్టిన తేదీ, చిరునామా, ఆధార్ సంఖ్య, ధృవపత్రాలు, ఫోటో, చెల్లింపు సంఖ్యలు. కార్డు, బ్యాంకు వివరాలు ఈ పోర్టల్‌కు రావు.',
      en: "Mobile number, name, father's name, date of birth, address, Aadhaar number, certificates, photo and payment numbers. Card and bank details never reach this portal.",
    },
  },
  {
    title: { te: 'దేనికి వాడతాం', en: 'What we use it for' },
    text: {
      te: 'దరఖాస్తు పరిశీలన, రుసుము, హాల్ టికెట్, పరీక్ష నిర్వహణ, మీతో సంప్రదింపుల కోసం మాత్రమే.',
      en: 'Only to examine the application, take the fee, issue the hall ticket, hold the examination and reach you.',
    },
  },
  {
    title: { te: 'ఎవరితో పంచుకుంటాం', en: 'Whom we share it with' },
    text: {
      te: 'చెల్లింపు సంస్థకు ఆర్డర్ సంఖ్య, రుసుము, మొబైల్ నంబరు మాత్రమే వెళ్తాయి. చట్టం కోరితే తప్ప మరెవరికీ ఇవ్వం.',
      en: 'The payment provider gets the order, the fee and the mobile number. Nobody else gets anything unless the law asks for it.',
    },
  },
  {
    title: { te: 'భద్రత', en: 'Security' },
    text: {
      te: 'సమాచారం ప్రయాణంలో, నిల్వలో రక్షణతో ఉంటుంది. ఆధార్ సంఖ్య సంకేత భాషలో దాచబడుతుంది.',
      en: 'Information is protected on its way and where it is kept. The Aadhaar number is stored encrypted.',
    },
  },
  {
    title: { te: 'ఎంతకాలం ఉంచుతాం', en: 'How long we keep it' },
    text: {
      te: 'పరీక్ష, ఫలితాలు, ప్రభుత్వ రికార్డుల నియమాలకు అవసరమైనంత కాలం మాత్రమే. ఏ దరఖాస్తులోనూ లేని ఫైళ్లు 30 రోజుల తర్వాత తొలగిస్తాం.',
      en: 'Only as long as the examination, its results and the rules for public records need. Files that belong to no application are deleted after 30 days.',
    },
  },
  {
    title: { te: 'సున్నితమైన సమాచారం', en: 'Sensitive information' },
    text: {
      te: 'జాబితాలు, రసీదులు, హాల్ టికెట్లలో ఆధార్ చివరి నాలుగు అంకెలు మాత్రమే కనిపిస్తాయి. OTP ఎవరికీ చెప్పకండి; మేము ఎప్పుడూ అడగం.',
      en: 'Lists, receipts and hall tickets show only the last four digits of the Aadhaar. Tell nobody your OTP; we never ask for it.',
    },
  },
];

const terms: readonly Clause[] = [
  {
    text: {
      te: 'దరఖాస్తులో ఇచ్చిన వివరాలు నిజమైనవి, మీవే అయి ఉండాలి. తప్పు వివరాలతో ఇచ్చిన దరఖాస్తు తిరస్కరించబడవచ్చు.',
      en: 'The details given must be true and your own. An application with false details may be rejected.',
    },
  },
  {
    text: {
      te: 'ఒక మొబైల్ నంబరుకు, ఒక ఆధార్ సంఖ్యకు ఒక పరీక్ష సంవత్సరంలో ఒకే దరఖాస్తు.',
      en: 'One application for a mobile number and one for an Aadhaar number in an exam year.',
    },
  },
  {
    text: {
      te: 'రుసుము ఆన్‌లైన్‌లో చెల్లించాలి. చెల్లింపు నిర్ధారణ అయిన తర్వాతే హాల్ టికెట్ వస్తుంది.',
      en: 'The fee is paid online. The hall ticket comes once the payment is confirmed.',
    },
  },
];

const refund: readonly Clause[] = [
  {
    text: {
      te: 'నమోదు తుది నిర్ణయం: రద్దు, వాపసు, బదిలీ లేదా మార్పులు ఉండవు.',
      en: 'Registrations are final: no cancellation, refund, transfer or changes.',
    },
  },
  {
    text: {
      te: 'ఒకే దరఖాస్తుకు రెండుసార్లు డబ్బు పడితే అదనపు మొత్తం తిరిగి వస్తుంది.',
      en: 'If money was taken twice for one application, the extra amount is returned.',
    },
  },
];

/** The texts of the policy page (specification, section 2). */
export const policies: readonly PolicyText[] = [
  { id: 'privacy', title: words.privacyPolicy, clauses: privacy },
  { id: 'terms', title: words.termsAndConditions, clauses: terms },
  { id: 'refund', title: words.refundPolicy, clauses: refund },
];
