import type { CodeReader, Picture } from './code-reader.ts';

interface Detector {
  detect(picture: Picture): Promise<readonly { readonly rawValue: string }[]>;
}
/** Shape Detection API: some browsers lack it, and some support no QR codes. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const QR = 'qr_code';

async function createBrowserDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => undefined)) ?? [];
  return BarcodeDetector && formats.includes(QR) ? new BarcodeDetector({ formats: [QR] }) : undefined;
}

const loadLibraryReader = (): Promise<CodeReader> =>
  import('./library-reader.ts').then(({ libraryReader }) => libraryReader);

/** Loads the library only where the browser's detector is missing or fails. */
export async function createCodeReader(): Promise<CodeReader> {
  const detector = await createBrowserDetector();
  if (!detector) return loadLibraryReader();
  let read: CodeReader['read'] = async (picture) => {
    try {
      return (await detector.detect(picture)).map(({ rawValue }) => rawValue);
    } catch {
      ({ read } = await loadLibraryReader());
      return read(picture);
    }
  };
  return { read: (picture) => read(picture) };
}
