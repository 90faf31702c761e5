import type { BilingualText } from '@archaka/contracts/calls';

export type InvalidListReason =
  | 'not-a-zip'
  | 'no-list'
  | 'cut-short'
  | 'forged'
  | 'unknown-key'
  | 'not-a-list'
  | 'too-old'
  | 'older'
  | 'no-room';

/** The stored list stays unchanged. */
export class InvalidList extends Error {
  override readonly name = 'InvalidList';
  readonly reason: InvalidListReason;

  constructor(reason: InvalidListReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export const invalidListMessages: Readonly<Record<InvalidListReason, BilingualText>> = {
  'not-a-zip': {
    te: 'ఇది జాబితా ఫైల్ (ZIP) కాదు.',
    en: 'This is not a list file (ZIP).',
  },
  'no-list': {
    te: 'ఈ ఫైల్‌లో కేంద్రం జాబితా లేదు, లేదా ఫైల్ పూర్తిగా లేదు.',
    en: 'There is no centre’s list in this file, or the file is not whole.',
  },
  'cut-short': {
    te: 'ఈ ఫైల్ పూర్తిగా లేదు. దాన్ని మళ్ళీ డౌన్‌లోడ్ చేయండి.',
    en: 'This file is not whole. Please get it again.',
  },
  forged: {
    te: 'ఈ జాబితా మేము సంతకం చేసినది కాదు, లేదా తర్వాత మార్చారు.',
    en: 'This list was not signed by us, or was changed afterwards.',
  },
  'unknown-key': {
    te: 'ఈ జాబితా సంతకాన్ని సరిచూసే కీ ఈ ఫోన్‌లో లేదు. ఒకసారి నెట్‌వర్క్‌కు కలిపి, మళ్ళీ ప్రయత్నించండి.',
    en: 'The key of this list’s signature is not kept on this phone. Connect to a network once, then try again.',
  },
  'not-a-list': {
    te: 'ఈ ఫైల్‌లో ఉన్నది కేంద్రం జాబితాలా లేదు.',
    en: 'What is in this file cannot be read as a centre’s list.',
  },
  'too-old': {
    te: 'ఈ జాబితా చేసి 30 రోజులు దాటింది. కొత్తది తెచ్చుకోండి.',
    en: 'This list was made more than 30 days ago. Please get a new one.',
  },
  older: {
    te: 'ఇప్పుడున్న జాబితా దీనికంటే కొత్తది.',
    en: 'The list that is loaded is newer than this one.',
  },
  'no-room': {
    te: 'ఈ ఫోన్‌లో తగినంత చోటు లేదు.',
    en: 'There is not enough room on this phone.',
  },
};

export const LIST_UNCHANGED: BilingualText = {
  te: 'ఇంతకుముందున్న జాబితా అలాగే ఉంది.',
  en: 'The list loaded before stays.',
};
