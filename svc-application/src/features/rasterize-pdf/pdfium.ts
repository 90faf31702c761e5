import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { UnusableFile } from '@archaka/service-kit/decoder-program';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const WASM = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY */
const PASSWORD_ERRORS = [4, 5];

/** Its types are the browser's. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
    Instance: new (program: WebAssembly.Module, imports: object) => { readonly exports: object };
  };
};

/** Compiled once: its functions are optimised over all files. */
const program = await webAssembly.compile(await readFile(WASM));

/** A new instance for each file: none leaves anything to the next, and a failed one is not used again. */
async function startPdfium(): Promise<WrappedPdfiumModule> {
  const pdfium = await init({
    instantiateWasm(imports, receive) {
      const instance = new webAssembly.Instance(program, imports);
      receive(instance);
      return instance.exports;
    },
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

const NUMBER_BYTES = { i32: 4, float: 4, double: 8 } as const;
const RESULT_BYTES = 64;

/** Space for the results of calls. */
export class Results {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #address: number;

  constructor(pdfium: WrappedPdfiumModule) {
    this.#pdfium = pdfium;
    this.#address = pdfium.pdfium.wasmExports.malloc(RESULT_BYTES);
  }

  /** The numbers that a call writes, each to an address of its own or all from the first one on; undefined when it fails. */
  readNumbers(
    type: keyof typeof NUMBER_BYTES,
    count: number,
    call: (first: number, second: number, third: number, fourth: number) => unknown,
  ): number[] | undefined {
    const toAddress = (index: number) => this.#address + index * NUMBER_BYTES[type];
    if (!call(toAddress(0), toAddress(1), toAddress(2), toAddress(3))) return undefined;
    return Array.from({ length: count }, (_, at) => this.#pdfium.pdfium.getValue(toAddress(at), type));
  }

  /** The text that a call writes, with its length; empty for a longer one. */
  readLatin(call: (address: number, bytes: number) => number): string {
    const length = call(this.#address, RESULT_BYTES);
    if (length > RESULT_BYTES) return '';
    const bytes = this.#pdfium.pdfium.HEAPU8.subarray(this.#address, this.#address + length);
    return Buffer.from(bytes).toString('latin1');
  }

  free(): void {
    this.#pdfium.pdfium.wasmExports.free(this.#address);
  }
}

export interface PdfiumDocument {
  readonly pdfium: WrappedPdfiumModule;
  /** Addresses of the document, and of the environment that draws its form fields. */
  readonly document: number;
  readonly form: number;
}

/** Every field that PDFium would colour as a place to type in. */
const [ALL_FIELDS, INVISIBLE] = [0, 0];

/** Draws fields as they are filled in. It runs no scripts: this PDFium has no engine for them. */
function startForm(pdfium: WrappedPdfiumModule, document: number): number {
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
  pdfium.FPDF_SetFormFieldHighlightColor(form, ALL_FIELDS, INVISIBLE);
  pdfium.FPDF_SetFormFieldHighlightAlpha(form, INVISIBLE);
  return form;
}

/** @throws UnusableFile */
export async function openDocument(bytes: Uint8Array): Promise<PdfiumDocument> {
  const pdfium = await startPdfium();
  const address = pdfium.pdfium.wasmExports.malloc(bytes.length);
  pdfium.pdfium.HEAPU8.set(bytes, address);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, '');
  if (document !== 0) return { pdfium, document, form: startForm(pdfium, document) };
  throw new UnusableFile(PASSWORD_ERRORS.includes(pdfium.FPDF_GetLastError()) ? 'locked' : 'broken');
}
