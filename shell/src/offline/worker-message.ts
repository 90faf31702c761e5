/** From a page to its service worker. */
export interface WorkerMessage {
  /**
   * Parts of the page's HTML that name its release. Absent once the page was reported, or when it came from
   * the device.
   */
  readonly release?: readonly string[];
  /** Absolute addresses of the loaded files. */
  readonly files: readonly string[];
}
