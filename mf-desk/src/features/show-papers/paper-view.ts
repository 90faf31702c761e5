/** How a paper is shown; turned clockwise. */
export interface PaperView {
  readonly zoom: number;
  readonly turn: 0 | 90 | 180 | 270;
}
