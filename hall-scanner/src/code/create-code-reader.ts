import type { CodeReader, Picture } from './code-reader.ts';

interface Detector {
  detect(picture: Picture): Promise<readonly { readonly rawValue: string }[]>;
}
/** Of the Shape Detection API, which not every browser has, and some without QR codes. */
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

/**
 * The browser's own reader where it has one; else, and once that one fails, the library's, which is loaded only then:
 * it lies in the same cache as the page.
 */
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
