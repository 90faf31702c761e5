import { PDFArray, PDFDocument, PDFName, type PDFObject, type PDFPage, PDFPageLeaf } from '@cantoo/pdf-lib';
import { ObjectCopier } from './object-copier.ts';
import type { ShapeName } from './shapes.ts';
import { UnusablePdf } from './unusable-pdf.ts';

/** More than any certificate has. */
const MAX_PAGES = 100;

/** What is kept of a page; boxes, rotation and resources may stand in the page tree above it. */
const PAGE_ENTRIES: readonly (readonly [string, ShapeName])[] = [
  ['MediaBox', 'plain'],
  ['CropBox', 'plain'],
  ['Rotate', 'plain'],
  ['Contents', 'content'],
  ['Resources', 'resources'],
];

/** @throws UnusablePdf */
async function loadDocument(bytes: Uint8Array): Promise<PDFDocument> {
  // An encrypted one is told apart below: the library does not see every sign of it.
  const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  if (document.context.trailerInfo.Encrypt) throw new UnusablePdf('locked');
  const pages = document.getPageCount();
  if (pages > MAX_PAGES) throw new UnusablePdf('too-many-pages');
  // Pages that the library cannot read would be lost.
  if (pages === 0 || pages < document.catalog.Pages().Count().asNumber()) throw new UnusablePdf('broken');
  return document;
}

function findEntry({ node }: PDFPage, name: string): PDFObject | undefined {
  const key = PDFName.of(name);
  return name === 'Contents' ? node.get(key) : node.getInheritableAttribute(key);
}

/** @throws UnusablePdf for a page without a size: nothing could show it. */
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
 * A new PDF of the same pages and nothing else: what draws them is copied, the rest of the file stays behind. The same
 * bytes always give the same bytes.
 * @throws UnusablePdf, or an error of the library for what is no PDF.
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
