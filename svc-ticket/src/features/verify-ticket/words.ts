import type { Verdict } from './verdict.ts';

interface Sentence {
  readonly te: string;
  readonly en: string;
}

/** The answer in a few large words, and what to do with it. */
export const words: Readonly<
  Record<Verdict['state'], { readonly verdict: Sentence; readonly advice: Sentence }>
> = {
  current: {
    verdict: { te: 'ఈ టికెట్ అసలైనది, చెల్లుతుంది', en: 'This ticket is genuine and current' },
    advice: {
      te: 'కింది వివరాలు ముద్రించిన టికెట్‌పై ఉన్నవాటితో సరిపోతున్నాయో లేదో చూడండి.',
      en: 'Compare what stands below with the printed ticket.',
    },
  },
  superseded: {
    verdict: { te: 'ఈ టికెట్ పాతది, ఇక చెల్లదు', en: 'This ticket has been superseded' },
    advice: {
      te: 'దరఖాస్తు సవరించబడింది; దాని కొత్త టికెట్‌ను చూపించాలి.',
      en: 'The application was changed after this ticket was made; ask for the newer ticket.',
    },
  },
  'not-genuine': {
    verdict: { te: 'ఇది అసలైన టికెట్ కాదు', en: 'This is not a genuine ticket' },
    advice: {
      te: 'ఈ కోడ్ మేము ఇచ్చిన టికెట్‌ది కాదు. కోడ్‌ను మళ్ళీ స్కాన్ చేసి చూడండి.',
      en: 'No ticket of ours has this code. Scan the code again to be sure that it was read whole.',
    },
  },
};
