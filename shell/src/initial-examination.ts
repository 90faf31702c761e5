import type { PublicExamination } from '@archaka/platform';

/** The examination as the page brought it with it; undefined while svc-application could not be heard. */
export function readInitialExamination(): PublicExamination | undefined {
  const text = document.getElementById('examination')?.textContent;
  return text ? (JSON.parse(text) as PublicExamination) : undefined;
}
