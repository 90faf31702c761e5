import type { BilingualText } from '@archaka/contracts/calls';
import { getElement, setText } from './dom.ts';

export type CameraErrorReason = 'refused' | 'absent' | 'busy';

export class CameraUnavailable extends Error {
  override readonly name = 'CameraUnavailable';
  readonly reason: CameraErrorReason;

  constructor(reason: CameraErrorReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface Camera {
  /** Undefined when the camera has no lamp. */
  readonly lamp: ((on: boolean) => Promise<void>) | undefined;
  /** Aborts when the camera stops, also by itself. */
  readonly ended: AbortSignal;
  readonly stop: () => void;
}

const ERROR_REASONS: Readonly<Record<string, CameraErrorReason>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

/** Prefers the rear camera. @throws CameraUnavailable */
async function openCamera(video: HTMLVideoElement): Promise<Camera> {
  const stream = await requestStream();
  const [track] = stream.getVideoTracks();
  const ended = new AbortController();
  const stop = () => {
    for (const each of stream.getTracks()) each.stop();
    video.srcObject = null;
    ended.abort();
  };
  track?.addEventListener('ended', stop);
  video.srcObject = stream;
  await video.play().catch((error: unknown) => {
    stop();
    throw new CameraUnavailable('busy', error);
  });
  return { stop, ended: ended.signal, lamp: track && createLamp(track) };
}

async function requestStream(): Promise<MediaStream> {
  // Absent in a page without HTTPS, and in some browsers inside other apps.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new CameraUnavailable('absent');
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  return devices.getUserMedia({ video, audio: false }).catch((error: unknown) => {
    const reason = error instanceof DOMException ? ERROR_REASONS[error.name] : undefined;
    throw new CameraUnavailable(reason ?? 'busy', error);
  });
}

/** `torch` is in the Image Capture specification, which the DOM types lack. */
function createLamp(track: MediaStreamTrack): Camera['lamp'] {
  const abilities = track.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!abilities?.torch) return undefined;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

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

const lampLabels: Readonly<Record<'on' | 'off', BilingualText>> = {
  on: { te: 'లైట్ ఆపండి', en: 'Light off' },
  off: { te: 'లైట్ వేయండి', en: 'Light on' },
};

export function createCameraView() {
  const video = getElement('camera', HTMLVideoElement);
  const view = getElement('view', HTMLElement);
  const start = getElement('start', HTMLButtonElement);
  let camera: Camera | undefined;

  const show = (isOpen: boolean) => {
    view.hidden = !isOpen;
    start.hidden = isOpen;
  };
  const stop = () => camera?.stop();
  getElement('stop', HTMLButtonElement).addEventListener('click', () => {
    stop();
    start.focus();
  });
  return {
    video,
    stop,
    isOpen: () => !view.hidden,
    /** The signal aborts when the picture ends. @throws CameraUnavailable */
    async open(): Promise<AbortSignal> {
      camera = await openCamera(video);
      const { ended, lamp } = camera;
      ended.addEventListener('abort', () => show(false));
      bindLampButton(lamp);
      acquireWakeLock(ended);
      show(true);
      return ended;
    },
    /** Restarts the video too: browsers may pause a hidden one. */
    resume(): void {
      void video.play();
      view.focus();
    },
  };
}

function bindLampButton(lamp: Camera['lamp']): void {
  const button = getElement('lamp', HTMLButtonElement);
  let isOn = false;
  const show = () => {
    button.setAttribute('aria-pressed', String(isOn));
    setText(button, lampLabels[isOn ? 'on' : 'off']);
  };
  button.hidden = lamp === undefined;
  button.onclick = async () => {
    await lamp?.(!isOn);
    isOn = !isOn;
    show();
  };
  show();
}

/** Browsers release the lock when the page is hidden, so it is requested again. */
function acquireWakeLock(signal: AbortSignal): void {
  const requestLock = async () => {
    if (document.hidden || signal.aborted) return;
    // Rejected at low battery; the scanner works without it.
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    signal.addEventListener('abort', () => void lock?.release(), { once: true });
    if (signal.aborted) await lock?.release();
  };
  document.addEventListener('visibilitychange', requestLock, { signal });
  void requestLock();
}
