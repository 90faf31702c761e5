import { type TicketClaims, type VerificationMessage, verificationMessages } from '@archaka/contracts/calls';

type UnreadableCode = 'no-code' | 'not-ours' | 'several' | 'other-portal' | 'cut-short';

export type ScanState =
  | UnreadableCode
  | 'not-genuine'
  | 'unknown-key'
  | 'genuine-when-issued'
  | 'current'
  | 'current-in-list'
  | 'superseded'
  | 'other-centre'
  | 'other-examination'
  | 'not-listed'
  | 'newer-than-list'
  | 'name-differs'
  | 'photo-differs';

export interface ScanResult {
  readonly state: ScanState;
  /** Only claims that are verified. */
  readonly claims?: TicketClaims;
  /** From the centre's list only. */
  readonly name?: string;
  /** JPEG; null for a ticket without a photo. */
  readonly photo?: Uint8Array<ArrayBuffer> | null;
}

export type Tone = 'good' | 'careful' | 'bad' | 'unread';

interface ScanMessage extends VerificationMessage {
  readonly tone: Tone;
}

export const scanMessages: Readonly<Record<ScanState, ScanMessage>> = {
  current: { tone: 'good', ...verificationMessages.current },
  superseded: { tone: 'bad', ...verificationMessages.superseded },
  'not-genuine': { tone: 'bad', ...verificationMessages['not-genuine'] },
  'genuine-when-issued': { tone: 'careful', ...verificationMessages['genuine-when-issued'] },
  'current-in-list': {
    tone: 'good',
    result: {
      te: 'ఈ టికెట్ అసలైనది; జాబితా చేసిన సమయానికి చెల్లుతుంది',
      en: 'This ticket is genuine, and was current when the list was made',
    },
    advice: verificationMessages.current.advice,
  },
  'newer-than-list': {
    tone: 'careful',
    result: {
      te: 'ఇచ్చినప్పుడు అసలైన టికెట్; జాబితా కంటే కొత్తది; ఫోటో సరిచూడలేదు',
      en: 'Genuine when issued; newer than the list; photo not checked',
    },
    advice: {
      te: 'ఈ టికెట్‌ను జాబితా చేసిన తర్వాత ఇచ్చారు. కొత్త జాబితాను తెరవండి, లేదా నెట్‌వర్క్‌తో మళ్ళీ చూడండి.',
      en: 'This ticket was issued after the list was made. Load a newer list, or try again with a network.',
    },
  },
  'unknown-key': {
    tone: 'careful',
    result: { te: 'ఈ టికెట్‌ను ఇక్కడ సరిచూడలేము', en: 'This ticket cannot be checked here' },
    advice: {
      te: 'దాని సంతకాన్ని సరిచూసే కీ ఈ ఫోన్‌లో లేదు. ఒకసారి నెట్‌వర్క్‌కు కలిపి, మళ్ళీ స్కాన్ చేయండి.',
      en: 'The key of its signature is not kept on this phone. Connect to a network once, then scan again.',
    },
  },
  'other-centre': {
    tone: 'bad',
    result: { te: 'ఈ టికెట్ వేరే కేంద్రానిది', en: 'This ticket is for another centre' },
    advice: {
      te: 'టికెట్‌పై ఉన్న పరీక్ష కేంద్రం జిల్లాను చూడండి; ఇది తెరిచిన జాబితాలోని కేంద్రం కాదు.',
      en: 'See the centre district on the ticket; it is not the centre of the loaded list.',
    },
  },
  'other-examination': {
    tone: 'bad',
    result: { te: 'ఈ టికెట్ వేరే సంవత్సరం పరీక్షది', en: 'This ticket is for another year’s examination' },
    advice: {
      te: 'ఇది తెరిచిన జాబితాలోని పరీక్ష కాదు.',
      en: 'It is not the examination of the loaded list.',
    },
  },
  'not-listed': {
    tone: 'bad',
    result: { te: 'ఈ టికెట్ జాబితాలో లేదు', en: 'This ticket is not on the list' },
    advice: {
      te: 'రుసుము వాపసు అయి ఉండవచ్చు, లేదా జాబితా తర్వాత చెల్లించి ఉండవచ్చు. కార్యాలయాన్ని అడగండి, లేదా నెట్‌వర్క్‌తో మళ్ళీ చూడండి.',
      en: 'Its fee may have gone back, or was paid after the list was made. Ask the office, or try again with a network.',
    },
  },
  'name-differs': {
    tone: 'bad',
    result: { te: 'జాబితాలోని పేరు టికెట్‌ది కాదు', en: 'The name on the list is not the ticket’s' },
    advice: { te: 'దయచేసి కార్యాలయాన్ని అడగండి.', en: 'Please ask the office.' },
  },
  'photo-differs': {
    tone: 'bad',
    result: { te: 'ఇక్కడి ఫోటో టికెట్‌పై ఉన్నది కాదు', en: 'The photo here is not the ticket’s' },
    advice: { te: 'దయచేసి కార్యాలయాన్ని అడగండి.', en: 'Please ask the office.' },
  },
  'other-portal': {
    tone: 'bad',
    result: { te: 'ఈ కోడ్ వేరే వెబ్‌సైట్‌ది', en: 'This code is of another website' },
    advice: {
      te: 'ఇది ఈ పోర్టల్ ఇచ్చిన టికెట్ కాదు. ఆ చిరునామా తెరవలేదు.',
      en: 'It is no ticket of this portal. The address was not opened.',
    },
  },
  'cut-short': {
    tone: 'bad',
    result: { te: 'టికెట్ చిరునామా పూర్తిగా లేదు', en: 'The ticket’s address is not whole' },
    advice: {
      te: 'కొన్ని అక్షరాలు తక్కువగానో ఎక్కువగానో ఉన్నాయి. టికెట్‌పై ఉన్న కోడ్‌ను స్కాన్ చేయండి.',
      en: 'It has too few characters or too many. Scan the code on the ticket itself.',
    },
  },
  'no-code': {
    tone: 'unread',
    result: { te: 'ఈ ఫోటోలో కోడ్ కనిపించలేదు', en: 'No code can be read in this photo' },
    advice: {
      te: 'కోడ్‌ను దగ్గరగా, వెలుతురులో, కదలకుండా ఫోటో తీయండి.',
      en: 'Take the photo close to the code, in good light, and hold still.',
    },
  },
  'not-ours': {
    tone: 'unread',
    result: { te: 'ఇది టికెట్ కోడ్ కాదు', en: 'This is not the code of a ticket' },
    advice: {
      te: 'హాల్ టికెట్‌పై ఉన్న చదరపు కోడ్‌ను చూపించండి.',
      en: 'Show the square code on the hall ticket.',
    },
  },
  several: {
    tone: 'unread',
    result: { te: 'ఒకటి కంటే ఎక్కువ టికెట్లు కనిపిస్తున్నాయి', en: 'More than one ticket is in view' },
    advice: { te: 'ఒక్కో టికెట్‌ను విడిగా చూపించండి.', en: 'Show one ticket at a time.' },
  },
};
