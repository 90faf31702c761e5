/** From a page to its service worker. */
export interface WorkerMessage {
  /** Parts of the HTML that name its release. Absent once it was reported, or for a page from the device. */
  readonly release?: readonly string[];
  /** Absolute addresses of the loaded files. */
  readonly files: readonly string[];
}
