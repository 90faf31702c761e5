import type { BilingualText } from '@archaka/contracts/calls';
import type { CameraErrorReason } from './camera.ts';

/** `ALTERNATIVES` follows each of them. */
export const cameraErrorMessages: Readonly<Record<CameraErrorReason, BilingualText>> = {
  refused: {
    te: 'కెమెరా వాడటానికి అనుమతి లేదు. బ్రౌజర్ సెట్టింగ్స్‌లో అనుమతించవచ్చు.',
    en: 'The camera may not be used. You can allow it in the browser’s settings.',
  },
  absent: {
    te: 'ఈ పరికరంలో కెమెరా దొరకలేదు.',
    en: 'No camera was found on this device.',
  },
  busy: {
    te: 'కెమెరా ఇప్పుడు పనిచేయడం లేదు. మరో యాప్ దాన్ని వాడుతుండవచ్చు.',
    en: 'The camera does not work just now. Another app may be using it.',
  },
};

export const ALTERNATIVES: BilingualText = {
  te: 'కోడ్ ఫోటోను ఎంచుకోవచ్చు, లేదా టికెట్‌పై ఉన్న చిరునామాను రాయవచ్చు.',
  en: 'You can choose a photo of the code, or type the address on the ticket.',
};

export const lampLabels: Readonly<Record<'on' | 'off', BilingualText>> = {
  on: { te: 'లైట్ ఆపండి', en: 'Light off' },
  off: { te: 'లైట్ వేయండి', en: 'Light on' },
};
