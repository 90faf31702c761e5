/** Why there is no picture from the camera; the words for each are in words.ts. */
export type CameraTrouble = 'refused' | 'absent' | 'busy';

export class NoCamera extends Error {
  override readonly name = 'NoCamera';
  readonly why: CameraTrouble;

  constructor(why: CameraTrouble, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

export interface Camera {
  /** Turns the lamp on or off; undefined where the camera has none. */
  readonly lamp: ((on: boolean) => Promise<void>) | undefined;
  /** Aborts when the camera has stopped, by us or by itself. */
  readonly ended: AbortSignal;
  readonly stop: () => void;
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

/**
 * Shows the rear camera, or what there is, in the video element.
 * @throws NoCamera
 */
export async function openCamera(video: HTMLVideoElement): Promise<Camera> {
  const stream = await ask();
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
    throw new NoCamera('busy', error);
  });
  return { stop, ended: ended.signal, lamp: track && lampOf(track) };
}

async function ask(): Promise<MediaStream> {
  // Absent in a page that did not come over HTTPS, and in some browsers inside other apps.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new NoCamera('absent');
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  return devices.getUserMedia({ video, audio: false }).catch((error: unknown) => {
    const why = error instanceof DOMException ? TROUBLES[error.name] : undefined;
    throw new NoCamera(why ?? 'busy', error);
  });
}

/** The lamp is in the Image Capture specification, which the types of the DOM lack. */
function lampOf(track: MediaStreamTrack): Camera['lamp'] {
  const abilities = track.getCapabilities?.() as { torch?: boolean } | undefined;
  if (!abilities?.torch) return undefined;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}
