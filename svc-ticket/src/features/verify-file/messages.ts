import type { BilingualText } from '@archaka/contracts';
import type { FieldMatch, FieldMatches } from './compare-fields.ts';
import type { ReadErrorReason } from './scanned-page.ts';

export const fieldLabels: Readonly<Record<keyof FieldMatches, BilingualText>> = {
  edition: { te: 'దరఖాస్తు సంఖ్య, మార్పు', en: 'Application ID and version' },
  name: { te: 'పేరు', en: 'Name' },
  photo: { te: 'ఫోటో', en: 'Photo' },
};

export const matchMessages: Readonly<Record<FieldMatch, BilingualText>> = {
  agrees: { te: 'ఇచ్చినట్టే ఉంది', en: 'as it was issued' },
  differs: { te: 'ఇచ్చినట్టు లేదు, మార్చబడింది', en: 'NOT as it was issued' },
  unread: { te: 'ఇక్కడ పోల్చలేకపోయాం; మీరే పోల్చండి', en: 'could not be compared here; compare it yourself' },
};

export const genuineWithPhotoMessage: BilingualText = {
  te: 'ఇచ్చినప్పుడు అసలైన టికెట్; తర్వాత మారి ఉండవచ్చు; ఫోటో సరిచూశాం',
  en: 'Genuine when issued; may have been replaced; photo checked',
};

export const photoUrlLabel: BilingualText = { te: 'ఫోటో ఇక్కడ చూడవచ్చు', en: 'The photo is shown at' };

export const otherOriginMessage: BilingualText = {
  te: 'ఈ కోడ్ పోర్టల్‌ది కాని చిరునామాకు తీసుకెళ్తుంది',
  en: "The code leads to an address that is not the portal's",
};

export const readErrorMessages: Readonly<Record<ReadErrorReason, BilingualText>> = {
  missing: { te: 'ఆ పేరుతో ఫైల్ లేదు.', en: 'There is no such file.' },
  'too-large': { te: 'ఫైల్ 64 MB కంటే పెద్దది.', en: 'The file is larger than 64 MB.' },
  'other-type': {
    te: 'ఇది PDF గానీ, PNG లేదా JPEG చిత్రం గానీ కాదు.',
    en: 'This is neither a PDF nor a PNG or JPEG picture.',
  },
  encrypted: { te: 'ఈ PDFకు పాస్‌వర్డ్ ఉంది.', en: 'This PDF is locked with a password.' },
  broken: { te: 'ఈ ఫైల్ చెడిపోయింది, చదవలేకపోయాం.', en: 'This file is broken and cannot be read.' },
  'too-slow': { te: 'ఈ ఫైల్ చదవడానికి చాలా సమయం పడుతోంది.', en: 'This file takes too long to read.' },
  'no-code': {
    te: 'ఇందులో QR కోడ్ కనిపించలేదు; స్పష్టమైన స్కాన్‌తో మళ్ళీ ప్రయత్నించండి.',
    en: 'No QR code was found on it; try again with a sharper scan.',
  },
};
