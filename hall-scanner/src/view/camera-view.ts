import { type Camera, openCamera } from '../camera/camera.ts';
import { keepScreenOn } from '../camera/wake-lock.ts';
import { lampWords } from '../camera/words.ts';
import { element, say } from './dom.ts';

export interface CameraView {
  readonly video: HTMLVideoElement;
  readonly isOpen: () => boolean;
  /**
   * Shows what the camera sees; the signal aborts when that ends.
   * @throws NoCamera
   */
  readonly open: () => Promise<AbortSignal>;
  readonly stop: () => void;
  /** Takes the focus; a video that was hidden with the page around it may have paused. */
  readonly goOn: () => void;
}

/** The camera's picture with its buttons. */
export function cameraView(): CameraView {
  const video = element('camera', HTMLVideoElement);
  const view = element('view', HTMLElement);
  const start = element('start', HTMLButtonElement);
  let camera: Camera | undefined;

  const show = (isOpen: boolean) => {
    view.hidden = !isOpen;
    start.hidden = isOpen;
  };
  const stop = () => camera?.stop();
  element('stop', HTMLButtonElement).addEventListener('click', () => {
    stop();
    start.focus();
  });
  return {
    video,
    stop,
    isOpen: () => !view.hidden,
    async open() {
      camera = await openCamera(video);
      const { ended, lamp } = camera;
      ended.addEventListener('abort', () => show(false));
      lampButton(lamp);
      keepScreenOn(ended);
      show(true);
      return ended;
    },
    goOn() {
      void video.play();
      view.focus();
    },
  };
}

function lampButton(lamp: Camera['lamp']): void {
  const button = element('lamp', HTMLButtonElement);
  let isOn = false;
  const show = () => {
    button.setAttribute('aria-pressed', String(isOn));
    say(button, lampWords[isOn ? 'on' : 'off']);
  };
  button.hidden = lamp === undefined;
  button.onclick = async () => {
    await lamp?.(!isOn);
    isOn = !isOn;
    show();
  };
  show();
}
