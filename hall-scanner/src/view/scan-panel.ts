import type { BilingualText } from '@archaka/contracts/calls';
import { selectCode } from '../code/parse-address.ts';
import { readCodes } from '../code/read-codes.ts';
import type { ScanResult } from '../verification/scan-result.ts';
import { ALTERNATIVES, CameraUnavailable, cameraErrorMessages, createCameraView } from './camera.ts';
import { type Announce, createCodeHandler, LOOKING } from './code-handler.ts';
import { getElement, setText } from './dom.ts';

const STOPPED: BilingualText = { te: 'కెమెరా ఆగింది.', en: 'The camera has stopped.' };

/** Between two frames, which leaves the page time to respond. */
const PAUSE_MS = 120;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface ScanPanelDependencies {
  readonly origin: string;
  readonly checkCode: (text: string) => Promise<void>;
  /** True while a result is shown; the camera then waits. */
  readonly isBusy: () => boolean;
}

/** A screen reader reads every change aloud, so equal sentences are not shown again. */
function createAnnouncer(target: Element): Announce {
  let lastText = '';
  return (...sentences) => {
    const text = sentences.map(({ en }) => en).join(' ');
    if (text !== lastText) setText(target, ...sentences);
    lastText = text;
  };
}

export function setUpScanPanel(deps: ScanPanelDependencies): { readonly resume: () => void } {
  const camera = createCameraView();
  const start = getElement('start', HTMLButtonElement);
  const announce = createAnnouncer(getElement('scan-said', HTMLElement));

  const watchForCodes = async (signal: AbortSignal) => {
    const { video } = camera;
    const onCodes = createCodeHandler({ ...deps, announce });
    const canRead = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !document.hidden;
    while (!signal.aborted) {
      if (!deps.isBusy()) onCodes(canRead() ? readCodes(video) : []);
      await pause(PAUSE_MS);
    }
  };
  const open = async () => {
    const signal = await camera.open();
    signal.addEventListener('abort', () => announce(STOPPED));
    announce(LOOKING);
    void watchForCodes(signal);
  };
  const showError = (error: unknown) => {
    camera.stop();
    announce(cameraErrorMessages[error instanceof CameraUnavailable ? error.reason : 'busy'], ALTERNATIVES);
  };
  start.addEventListener('click', async () => {
    start.disabled = true;
    await open().catch(showError);
    start.disabled = false;
  });
  return {
    resume() {
      if (!camera.isOpen()) return start.focus();
      announce(LOOKING);
      camera.resume();
    },
  };
}

interface ManualInputDependencies {
  readonly origin: string;
  readonly checkCode: (text: string) => Promise<void>;
  readonly show: (finding: ScanResult) => void;
}

export function setUpManualInput({ origin, checkCode, show }: ManualInputDependencies): void {
  const input = getElement('photo-file', HTMLInputElement);
  const address = getElement('address', HTMLInputElement);

  const read = async (file: File) => {
    const picture = await createImageBitmap(file).catch(() => undefined);
    const texts = picture ? readCodes(picture) : [];
    picture?.close();
    const selected = selectCode(texts, origin);
    if (selected === 'none') return show({ state: 'no-code' });
    if (selected === 'several') return show({ state: 'several' });
    await checkCode(selected.text);
  };
  getElement('photo', HTMLButtonElement).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    input.value = '';
  });
  getElement('by-address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    void checkCode(address.value);
    address.value = '';
  });
}
