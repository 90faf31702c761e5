/** The same thing said in both languages of the portal. */
export interface Word {
  readonly te: string;
  readonly en: string;
}
