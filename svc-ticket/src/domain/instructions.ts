import type { Examination } from '@archaka/contracts';

export const createInstructions = ({ contacts }: Examination): { te: string; en: string }[] => [
  {
    te: 'ఈ టికెట్‌ను A4 కాగితంపై ముద్రించి, మీ అసలు ఆధార్ కార్డుతో పాటు పరీక్షా కేంద్రానికి తీసుకురండి.',
    en: 'Print this ticket on A4 paper and bring it to the examination centre with your original Aadhaar card.',
  },
  {
    te: 'పేరు, ఫోటో, పరీక్ష రకం సరిగా ఉన్నాయో లేదో చూసుకోండి; తప్పు ఉంటే దరఖాస్తును సవరించండి.',
    en: 'Check your name, photo and exam type; if something is wrong, update your application.',
  },
  {
    te: 'దరఖాస్తును సవరిస్తే కొత్త టికెట్ వస్తుంది; పాత టికెట్ చెల్లదు.',
    en: 'When you update your application you get a new ticket; the old one is no longer valid.',
  },
  {
    te: 'పరీక్షకు అరగంట ముందుగా రండి. మొబైల్ ఫోన్లు, పుస్తకాలు పరీక్ష గదిలోకి అనుమతించరు.',
    en: 'Come half an hour before the examination. Mobile phones and books are not allowed in the room.',
  },
  {
    te: `సహాయం కోసం: ${contacts.office}, ${contacts.email}`,
    en: `For help: ${contacts.office}, ${contacts.email}`,
  },
];
