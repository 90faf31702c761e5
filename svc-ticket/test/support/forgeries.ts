import { PDFDocument, PDFName, PDFRawStream, rgb } from '@cantoo/pdf-lib';

const MILLIMETRES = 72 / 25.4;
/** Position of the code on a ticket, from the lower left corner. */
const CODE = {
  left: 150 * MILLIMETRES,
  bottom: 153 * MILLIMETRES,
  right: 200 * MILLIMETRES,
  top: 203 * MILLIMETRES,
};

/** The ticket with another JPEG in place of its photo. */
export async function replacePhoto(ticket: Buffer, jpeg: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(ticket);
  for (const [reference, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')) {
      document.context.assign(reference, PDFRawStream.of(object.dict, jpeg));
    }
  }
  return Buffer.from(await document.save());
}

/** Another candidate's ticket with the code of this one pasted over its own. */
export async function pasteCode(ticket: Buffer, otherTicket: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(otherTicket);
  const page = document.getPage(0);
  const [source] = (await PDFDocument.load(ticket)).getPages();
  if (!source) throw new Error('the ticket has no page');
  const code = await document.embedPage(source, CODE);
  const position = { x: CODE.left, y: CODE.bottom };
  page.drawRectangle({ ...position, width: code.width, height: code.height, color: rgb(1, 1, 1) });
  page.drawPage(code, position);
  return Buffer.from(await document.save());
}
