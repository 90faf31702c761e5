/** A picture of the size of a phone's portrait after scaling. */
export declare function buildPhoto(filetype?: 'jpeg' | 'png', width?: number, height?: number): Promise<Buffer>;
/** A one-page PDF that shows `text` (ASCII). */
export declare function buildPdf(text?: string): Buffer;
