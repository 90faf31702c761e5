export const trialMessages = {
  notice: {
    te: 'ఇది ప్రయత్న పోర్టల్. నిజమైన వివరాలు ఇవ్వకండి: ఇక్కడి దరఖాస్తులు, చెల్లింపులు, హాల్ టికెట్లు చెల్లవు.',
    en: 'This is a trial. Give no real details: applications, payments and hall tickets made here are not valid.',
  },
  mark: { te: 'ప్రయత్నం మాత్రమే, చెల్లదు', en: 'Trial only · not valid as a hall ticket' },
} as const;
