import { PDFArray, PDFDocument, PDFName, type PDFObject, type PDFPage, PDFPageLeaf } from '@cantoo/pdf-lib';
import { ObjectCopier } from './copy-object.ts';
import type { ShapeName } from './shapes.ts';
import { Unfit } from './unfit.ts';

/** More than any certificate has. */
const MOST_PAGES = 100;

/** What is kept of a page; boxes, rotation and resources may stand in the page tree above it. */
const kept: readonly (readonly [string, ShapeName])[] = [
  ['MediaBox', 'plain'],
  ['CropBox', 'plain'],
  ['Rotate', 'plain'],
  ['Contents', 'content'],
  ['Resources', 'resources'],
];

/** @throws Unfit */
async function open(bytes: Uint8Array): Promise<PDFDocument> {
  // An encrypted one is told apart below: the library does not see every sign of it.
  const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  if (document.context.trailerInfo.Encrypt) throw new Unfit('locked');
  const pages = document.getPageCount();
  if (pages > MOST_PAGES) throw new Unfit('too-many-pages');
  // Pages that the library cannot read would be lost.
  if (pages === 0 || pages < document.catalog.Pages().Count().asNumber()) throw new Unfit('broken');
  return document;
}

function entryOf({ node }: PDFPage, name: string): PDFObject | undefined {
  const key = PDFName.of(name);
  return name === 'Contents' ? node.get(key) : node.getInheritableAttribute(key);
}

/** @throws Unfit for a page without a size: nothing could show it. */
function copyPage(page: PDFPage, copier: ObjectCopier, target: PDFDocument): void {
  if (!(page.doc.context.lookup(entryOf(page, 'MediaBox')) instanceof PDFArray)) throw new Unfit('broken');
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(), target.context, false);
  leaf.set(PDFName.of('Type'), PDFName.of('Page'));
  for (const [name, shape] of kept) {
    const entry = entryOf(page, name);
    if (entry) leaf.set(PDFName.of(name), copier.copy(entry, shape));
  }
  const place = target.getPageCount();
  leaf.setParent(target.catalog.insertLeafNode(target.context.register(leaf), place));
}

/**
 * A new PDF of the same pages and nothing else: what draws them is copied, the rest of the file stays behind. The same
 * bytes always give the same bytes.
 * @throws Unfit, or an error of the library for what is no PDF.
 */
export async function rebuildPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await open(bytes);
  const target = await PDFDocument.create({ updateMetadata: false });
  const copier = new ObjectCopier(source.context, target.context);
  for (const page of source.getPages()) copyPage(page, copier, target);
  return target.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
