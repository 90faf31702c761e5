import type { BilingualText } from '@archaka/contracts/calls';
import { type Camera, openCamera } from './camera.ts';
import { getElement, setText } from './dom.ts';

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
