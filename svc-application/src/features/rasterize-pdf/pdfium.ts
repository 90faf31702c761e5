import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { UnusableFile } from '@archaka/service-kit/decoder-program';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const WASM = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY */
const PASSWORD_ERRORS = [4, 5];

const wasmBinary = Uint8Array.from(await readFile(WASM)).buffer;

/** A new instance for each file: none leaves anything to the next, and a failed one is not used again. */
async function startPdfium(): Promise<WrappedPdfiumModule> {
  const pdfium = await init({ wasmBinary });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

export interface PdfiumDocument {
  readonly pdfium: WrappedPdfiumModule;
  /** Its address. */
  readonly document: number;
}

/** @throws UnusableFile */
export async function openDocument(bytes: Uint8Array): Promise<PdfiumDocument> {
  const pdfium = await startPdfium();
  const address = pdfium.pdfium.wasmExports.malloc(bytes.length);
  pdfium.pdfium.HEAPU8.set(bytes, address);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
  if (document !== 0) return { pdfium, document };
  throw new UnusableFile(PASSWORD_ERRORS.includes(pdfium.FPDF_GetLastError()) ? 'locked' : 'broken');
}
