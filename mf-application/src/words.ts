import type { Word } from '@archaka/platform';

const say = (te: string, en: string): Word => ({ te, en });

/** The form's own words, beside the portal's. */
export const formWords = {
  whoYouAre: say('మీ వివరాలు', 'Who you are'),
  whereYouLive: say('మీ నివాసం', 'Where you live'),
  yourExamination: say('మీ పరీక్ష', 'Your examination'),
  yourPapers: say('మీ పత్రాలు', 'Your papers'),
  checkAndPay: say('సరిచూసి చెల్లించండి', 'Check and pay'),
  checkAndUpdate: say('సరిచూసి సవరించండి', 'Check and update'),

  numberHint: say('లాగిన్ అయిన నంబరు; మార్చలేరు', 'The number you signed in with; it cannot be changed'),
  aadhaarHint: say('12 అంకెలు', '12 digits'),
  ageHint: say('పుట్టిన తేదీ నుంచి, ఈ రోజుకు నిండిన ఏళ్లు', 'Full years today, from the date of birth'),
  districtFirst: say('ముందు జిల్లా ఎంచుకోండి', 'Choose the district first'),
  centreHint: say('ఈ జిల్లాలో పరీక్ష రాస్తారు', 'You will sit the examination in this district'),
  languagesHint: say('రాయవలసినవన్నీ ఎంచుకోండి', 'Choose all that you have to write'),
  ifYouHaveIt: say('ఉంటే రాయండి; కంపార్ట్‌మెంటల్ అయితే తప్పనిసరి', 'If you have it; required for compartmental'),

  pdfHint: say('PDF, 2 MB వరకు', 'PDF, up to 2 MB'),
  optionalPdfHint: say('PDF, 2 MB వరకు; కంపార్ట్‌మెంటల్ అయితే తప్పనిసరి', 'PDF, up to 2 MB; required for compartmental'),
  photoHint: say(
    'JPEG లేదా PNG; పెద్ద ఫోటో పంపే ముందు చిన్నదవుతుంది',
    'JPEG or PNG; a large photo is made smaller before it is sent',
  ),

  feeHint: say('రూపాయలు; అందరికీ ఒకటే', 'Rupees; the same for everyone'),
  checkHint: say(
    'వివరాలు, పత్రాలు సరిచూడండి. నిర్ధారించిన తర్వాత దరఖాస్తు సమర్పించి, రుసుము చెల్లిస్తారు.',
    'Check the details and papers. Confirming submits the application; then you pay the fee.',
  ),
  clearQuestion: say('ఫారం ఖాళీ చేయాలా?', 'Clear the form?'),
  clearMeans: say(
    'రాసిన వివరాలు, ఎంచుకున్న ఫైళ్లు అన్నీ ఫారం నుంచి పోతాయి. ముందు భద్రపరిచిన ప్రతి అలాగే ఉంటుంది.',
    'Everything typed and every chosen file leaves the form. What was saved before stays saved.',
  ),

  received: say('దరఖాస్తు అందింది', 'The application has been received'),
  payToFinish: say(
    'రుసుము చెల్లిస్తే దరఖాస్తు పూర్తవుతుంది. తర్వాత చెల్లించాలంటే దరఖాస్తుల చరిత్రలో చెల్లించవచ్చు.',
    'Paying the fee completes it. To pay later, use the application history.',
  ),
  paid: say('రుసుము అందింది. ఇక చేయవలసింది లేదు.', 'The fee has arrived. Nothing more to do.'),
  alreadyApplied: say('ఈ సంవత్సరం మీ దరఖాస్తు ఉంది', 'You already have an application this year'),
  stillUnpaid: say('రుసుము ఇంకా అందలేదు.', 'The fee has not arrived yet.'),

  notLoaded: say('ఫారం తెరుచుకోలేదు', 'The form could not be loaded'),
  keptSafe: say(
    'భద్రపరిచినవి అలాగే ఉన్నాయి. నెట్‌వర్క్ చూసి మళ్ళీ ప్రయత్నించండి.',
    'What you saved is safe. Check the connection and try again.',
  ),
  fileNotShown: say('ఫైలు తెరుచుకోలేదు', 'The file could not be shown'),

  leaveQuestion: say('సవరణలు వదిలేయాలా?', 'Leave without saving the changes?'),
  leaveMeans: say('చేసిన మార్పులు భద్రపరచలేదు.', 'Your changes have not been saved.'),
  leave: say('వదిలేయండి', 'Leave'),
  editsClosed: say('సవరణల గడువు ముగిసింది', 'The time for edits is over'),
} as const satisfies Record<string, Word>;

/** What a previous certificate must be of, and how it is sent. */
export const certificateHint = (level: Word): Word =>
  say(
    `${level.te} పరీక్ష ధృవపత్రం; ${formWords.pdfHint.te}`,
    `${level.en} certificate; ${formWords.pdfHint.en}`,
  );

/** Why an application can no longer be edited; `lastDay` as it is shown. */
export const editsClosedSince = (lastDay: string): Word =>
  say(
    `దరఖాస్తులను ${lastDay} వరకే సవరించవచ్చు. సందేహాలుంటే హోమ్ పేజీలోని సహాయ నంబర్లకు ఫోన్ చేయండి.`,
    `Applications could be edited until ${lastDay}. For questions call the help numbers on the home page.`,
  );
