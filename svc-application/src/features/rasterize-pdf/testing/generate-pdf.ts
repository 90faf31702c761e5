import { createStream, PdfObjects } from './pdf-objects.ts';

/** What a generated page shows. */
export interface GeneratedPage {
  readonly rotation: 0 | 90 | 180 | 270;
  readonly size: readonly [width: number, height: number];
  /** Points that the crop box leaves out on each side; undefined without a crop box. */
  readonly crop: number | undefined;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly hasAppearance: boolean;
  readonly hasHiddenLayer: boolean;
  /** A form field that is filled in. */
  readonly hasField: boolean;
}

/** A coloured block in the lower left, a black one in the upper right, and the page's number. */
function drawContent(
  { size: [width, height], colour, hasHiddenLayer }: GeneratedPage,
  number: number,
): string {
  const secret = `BT /F1 6 Tf ${width * 0.25} ${height * 0.1} Td (Hidden) Tj ET`;
  const hidden = `/OC /Hidden BDC 0 0 0 rg 0 0 ${width} ${height} re f ${secret} EMC`;
  return [
    `q ${colour.join(' ')} rg ${width * 0.2} ${height * 0.2} ${width * 0.3} ${height * 0.2} re f Q`,
    `q 0 g ${width * 0.6} ${height * 0.7} ${width * 0.15} ${height * 0.1} re f Q`,
    `BT /F1 14 Tf ${width * 0.25} ${height * 0.5} Td (Page ${number}) Tj ET`,
    hasHiddenLayer ? hidden : '',
  ].join('\n');
}

/** An annotation whose look is its appearance stream, below the middle of the page or in the upper left. */
function addAnnotation(
  objects: PdfObjects,
  entries: string,
  colour: string,
  [x = 0, y = 0]: number[],
): string {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 10 10]';
  const look = objects.add(createStream(form, `${colour} rg 0 0 10 10 re f`));
  const rect = `/Rect [${x} ${y} ${x + 25} ${y + 15}]`;
  return `${objects.add(`<< /Type /Annot ${entries} ${rect} /F 4 /AP << /N ${look} 0 R >> >>`)} 0 R`;
}

/** A file of these pages, with page labels and a layer that is switched off. */
export function generatePdf(pages: readonly GeneratedPage[]): Buffer {
  const objects = new PdfObjects();
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const layer = `${objects.add('<< /Type /OCG /Name (Hidden) >>')} 0 R`;
  const root = objects.reserve();
  const resources = `/Resources << /Font << /F1 ${font} 0 R >> /Properties << /Hidden ${layer} >> >>`;
  const kids = pages.map((page, at) => {
    const { size, crop, rotation } = page;
    const [width, height] = size;
    const add = (entries: string, colour: string, place: number[]) =>
      addAnnotation(objects, entries, colour, place);
    const stamp = page.hasAppearance && add('/Subtype /Stamp', '0 0.6 0', [width * 0.55, height * 0.3]);
    const widget = '/Subtype /Widget /FT /Tx /T (f) /V (x)';
    const field = page.hasField && add(widget, '1 0.6 0', [width * 0.25, height * 0.7]);
    const annotations = [stamp, field].filter(Boolean);
    const content = objects.add(createStream('', drawContent(page, at + 1)));
    const box = crop === undefined ? '' : `/CropBox [${crop} ${crop} ${width - crop} ${height - crop}]`;
    const layout = `/MediaBox [0 0 ${width} ${height}] ${box} /Rotate ${rotation} ${resources}`;
    return objects.add(
      `<< /Type /Page /Parent ${root} 0 R /Contents ${content} 0 R /Annots [${annotations.join(' ')}] ${layout} >>`,
    );
  });
  const kidList = kids.map((kid) => `${kid} 0 R`).join(' ');
  objects.set(root, `<< /Type /Pages /Kids [${kidList}] /Count ${pages.length} >>`);
  const layers = `/OCProperties << /OCGs [${layer}] /D << /OFF [${layer}] >> >>`;
  const labels = '/PageLabels << /Nums [0 << /S /r /St 5 >>] >>';
  return objects.write(objects.add(`<< /Type /Catalog /Pages ${root} 0 R ${layers} ${labels} >>`));
}
