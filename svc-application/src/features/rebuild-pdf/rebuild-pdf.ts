import { PDFArray, PDFDocument, PDFName, type PDFObject, type PDFPage, PDFPageLeaf } from '@cantoo/pdf-lib';
import { ObjectCopier } from './object-copier.ts';
import type { ShapeName } from './shapes.ts';
import { UnusablePdf } from './unusable-pdf.ts';

/** Exceeds every certificate. */
const MAX_PAGES = 100;

/** Boxes, rotation and resources may be inherited from the page tree. */
const PAGE_ENTRIES: readonly (readonly [string, ShapeName])[] = [
  ['MediaBox', 'plain'],
  ['CropBox', 'plain'],
  ['Rotate', 'plain'],
  ['Contents', 'content'],
  ['Resources', 'resources'],
];

async function loadDocument(bytes: Uint8Array): Promise<PDFDocument> {
  // Encryption is checked below, because the library misses some signs of it.
  const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  if (document.context.trailerInfo.Encrypt) throw new UnusablePdf('locked');
  const pages = document.getPageCount();
  if (pages > MAX_PAGES) throw new UnusablePdf('too-many-pages');
  // The library silently skips pages that it cannot read.
  if (pages === 0 || pages < document.catalog.Pages().Count().asNumber()) throw new UnusablePdf('broken');
  return document;
}

function findEntry({ node }: PDFPage, name: string): PDFObject | undefined {
  const key = PDFName.of(name);
  return name === 'Contents' ? node.get(key) : node.getInheritableAttribute(key);
}

/** @throws UnusablePdf for a page without a size. */
function copyPage(page: PDFPage, copier: ObjectCopier, target: PDFDocument): void {
  if (!(page.doc.context.lookup(findEntry(page, 'MediaBox')) instanceof PDFArray))
    throw new UnusablePdf('broken');
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(), target.context, false);
  leaf.set(PDFName.of('Type'), PDFName.of('Page'));
  for (const [name, shape] of PAGE_ENTRIES) {
    const entry = findEntry(page, name);
    if (entry) leaf.set(PDFName.of(name), copier.copy(entry, shape));
  }
  const index = target.getPageCount();
  leaf.setParent(target.catalog.insertLeafNode(target.context.register(leaf), index));
}

/**
 * Copies only what draws the pages. Deterministic: equal bytes give equal bytes.
 * @throws UnusablePdf, or an error of the library for a file that is not a PDF.
 */
export async function rebuildPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await loadDocument(bytes);
  const target = await PDFDocument.create({ updateMetadata: false });
  const copier = new ObjectCopier(source.context, target.context);
  for (const page of source.getPages()) copyPage(page, copier, target);
  return target.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
