import { createStream, PdfObjects } from './pdf-objects.ts';

/** What a generated page shows. */
export interface GeneratedPage {
  readonly rotation: 0 | 90 | 180 | 270;
  readonly size: readonly [width: number, height: number];
  /** Points that the crop box leaves out on each side; undefined without a crop box. */
  readonly crop: number | undefined;
  /** Whether box, rotation and resources stand in the page's own dictionary or in that of its parent. */
  readonly inherits: boolean;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly hasAppearance: boolean;
  readonly hasHiddenAppearance: boolean;
  readonly hasHiddenLayer: boolean;
  /** A form field that is filled in. */
  readonly hasField: boolean;
}

export interface GeneratedDocument {
  readonly pages: readonly GeneratedPage[];
  /** Pages below each node of the tree's lowest level. */
  readonly pagesPerNode: number;
}

interface SharedObjects {
  readonly font: number;
  readonly hiddenLayer: number;
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

/** A stamp whose look is its appearance stream, green over the middle of the page; bit 2 of the flags hides it. */
function addStamp(objects: PdfObjects, { size: [width, height] }: GeneratedPage, isHidden: boolean): number {
  const box = '/BBox [0 0 10 10]';
  const look = objects.add(
    createStream(
      `/Type /XObject /Subtype /Form ${box}`,
      `${isHidden ? '1 0 0' : '0 0.6 0'} rg 0 0 10 10 re f`,
    ),
  );
  const [left, bottom] = isHidden ? [0.3, 0.3] : [0.55, 0.3];
  const rect = `[${width * left} ${height * bottom} ${width * (left + 0.15)} ${height * (bottom + 0.15)}]`;
  return objects.add(
    `<< /Type /Annot /Subtype /Stamp /Rect ${rect} /F ${isHidden ? 2 : 4} /AP << /N ${look} 0 R >> >>`,
  );
}

/** A field whose look is its appearance stream, orange in the upper left. */
function addField(objects: PdfObjects, { size: [width, height] }: GeneratedPage): number {
  const look = objects.add(
    createStream('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', '1 0.6 0 rg 0 0 10 10 re f'),
  );
  const rect = `[${width * 0.25} ${height * 0.7} ${width * 0.4} ${height * 0.8}]`;
  return objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (x) /Rect ${rect} /F 4 /AP << /N ${look} 0 R >> >>`,
  );
}

function describeLayout(page: GeneratedPage, { font, hiddenLayer }: SharedObjects): string {
  const [width, height] = page.size;
  const properties = `/Properties << /Hidden ${hiddenLayer} 0 R >>`;
  return [
    `/MediaBox [0 0 ${width} ${height}]`,
    page.crop === undefined
      ? ''
      : `/CropBox [${page.crop} ${page.crop} ${width - page.crop} ${height - page.crop}]`,
    `/Rotate ${page.rotation}`,
    `/Resources << /Font << /F1 ${font} 0 R >> ${properties} >>`,
  ].join(' ');
}

interface PagePlace {
  readonly number: number;
  readonly parent: number;
}

function addPage(
  objects: PdfObjects,
  page: GeneratedPage,
  { number, parent, ...shared }: PagePlace & SharedObjects,
): number {
  const content = objects.add(createStream('', drawContent(page, number)));
  const annotations = [
    ...(page.hasAppearance ? [addStamp(objects, page, false)] : []),
    ...(page.hasHiddenAppearance ? [addStamp(objects, page, true)] : []),
    ...(page.hasField ? [addField(objects, page)] : []),
  ];
  const annots = `/Annots [${annotations.map((at) => `${at} 0 R`).join(' ')}]`;
  const entries = `/Type /Page /Contents ${content} 0 R ${annots}`;
  if (!page.inherits)
    return objects.add(`<< ${entries} ${describeLayout(page, shared)} /Parent ${parent} 0 R >>`);
  const node = objects.reserve();
  const leaf = objects.add(`<< ${entries} /Parent ${node} 0 R >>`);
  objects.set(
    node,
    `<< /Type /Pages /Kids [${leaf} 0 R] /Count 1 ${describeLayout(page, shared)} /Parent ${parent} 0 R >>`,
  );
  return node;
}

/** A file of these pages in a tree of two or three levels, with page labels and a layer that is switched off. */
export function generatePdf({ pages, pagesPerNode }: GeneratedDocument): Buffer {
  const objects = new PdfObjects();
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const hiddenLayer = objects.add('<< /Type /OCG /Name (Hidden) >>');
  const root = objects.reserve();
  const nodes: string[] = [];
  for (let start = 0; start < pages.length; start += pagesPerNode) {
    const node = objects.reserve();
    const below = pages.slice(start, start + pagesPerNode);
    const kids = below.map((page, at) =>
      addPage(objects, page, { number: start + at + 1, parent: node, font, hiddenLayer }),
    );
    const kidList = kids.map((kid) => `${kid} 0 R`).join(' ');
    objects.set(node, `<< /Type /Pages /Parent ${root} 0 R /Kids [${kidList}] /Count ${below.length} >>`);
    nodes.push(`${node} 0 R`);
  }
  objects.set(root, `<< /Type /Pages /Kids [${nodes.join(' ')}] /Count ${pages.length} >>`);
  const layers = `/OCProperties << /OCGs [${hiddenLayer} 0 R] /D << /OFF [${hiddenLayer} 0 R] >> >>`;
  const labels = '/PageLabels << /Nums [0 << /S /r /St 5 >>] >>';
  return objects.write(objects.add(`<< /Type /Catalog /Pages ${root} 0 R ${layers} ${labels} >>`));
}
