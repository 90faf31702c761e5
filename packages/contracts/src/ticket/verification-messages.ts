export interface BilingualText {
  readonly te: string;
  readonly en: string;
}

export interface VerificationMessage {
  readonly result: BilingualText;
  readonly advice: BilingualText;
}

export const describeVersion = (version: number): BilingualText => ({
  te: version === 1 ? 'అసలు దరఖాస్తు' : `సవరణ ${version - 1}`,
  en: `Version ${version}`,
});

export const verificationMessages = {
  current: {
    result: { te: 'ఈ టికెట్ అసలైనది, చెల్లుతుంది', en: 'This ticket is genuine and current' },
    advice: {
      te: 'కింది ఫోటో, వివరాలు ముద్రించిన టికెట్‌పై ఉన్నవాటితోనూ, వచ్చిన వ్యక్తితోనూ సరిపోతున్నాయో లేదో చూడండి.',
      en: 'Compare the photo and what stands below with the printed ticket and with the person.',
    },
  },
  superseded: {
    result: { te: 'ఈ టికెట్ పాతది, ఇక చెల్లదు', en: 'This ticket has been superseded' },
    advice: {
      te: 'దరఖాస్తు సవరించారు; దాని కొత్త టికెట్‌ను చూపించాలి.',
      en: 'The application was changed after this ticket was made; ask for the newer ticket.',
    },
  },
  withdrawn: {
    result: { te: 'ఈ టికెట్ చెల్లదు', en: 'This ticket is no longer valid' },
    advice: {
      te: 'ఈ దరఖాస్తుకు ఇప్పుడు చెల్లే హాల్ టికెట్ లేదు. కార్యాలయానికి ఫోన్ చేయండి.',
      en: 'The application has no valid hall ticket now. Please call the office.',
    },
  },
  'genuine-when-issued': {
    result: {
      te: 'ఇచ్చినప్పుడు అసలైన టికెట్; తర్వాత మారి ఉండవచ్చు; ఫోటో సరిచూడలేదు',
      en: 'Genuine when issued; may have been replaced; photo not checked',
    },
    advice: {
      te: 'పోర్టల్‌ను అడగలేదు కాబట్టి ఇది ఇంకా చెల్లుతుందో లేదో తెలియదు. టికెట్‌పై ఉన్న ఫోటో, పేరు వచ్చిన వ్యక్తివో కాదో చూడండి.',
      en: 'The portal was not asked, so it may have been superseded since. Compare the photo and the name on the ticket with the person.',
    },
  },
  'not-genuine': {
    result: { te: 'ఇది అసలైన టికెట్ కాదు', en: 'This is not a genuine ticket' },
    advice: {
      te: 'ఈ కోడ్ మేము ఇచ్చిన టికెట్‌ది కాదు. కోడ్‌ను మళ్ళీ స్కాన్ చేసి చూడండి.',
      en: 'No ticket of ours has this code. Scan the code again to be sure that it was read whole.',
    },
  },
} as const satisfies Readonly<Record<string, VerificationMessage>>;
