import type { StoredFile } from '@archaka/contracts/calls';
import { portalFetch, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { createContext, type ReactNode, type RefObject, use, useEffect, useState } from 'react';
import { documentUrl } from '../application-api.ts';

/** What the form shows of a stored paper. */
export interface PaperDetails {
  readonly bytes: number;
  /** Of a PDF that could be read here. */
  readonly pages?: number | undefined;
  /** The photo, or the first page. */
  readonly picture?: Blob | undefined;
}

interface StoredPapers {
  readonly details: ReadonlyMap<string, PaperDetails>;
  readonly add: (documentId: string, details: PaperDetails) => void;
}

const StoredPapersContext = createContext<StoredPapers>({ details: new Map(), add: () => undefined });

/** The papers of one form, each loaded once for its field and for the answers to be checked. */
export function StoredPapersProvider({ children }: { children: ReactNode }) {
  const [details, setDetails] = useState<StoredPapers['details']>(new Map());
  const add: StoredPapers['add'] = (documentId, paper) =>
    setDetails((papers) => new Map([...papers, [documentId, paper]]));
  return <StoredPapersContext value={{ details, add }}>{children}</StoredPapersContext>;
}

export const usePaperDetails = (document: StoredFile | undefined): PaperDetails | undefined =>
  use(StoredPapersContext).details.get(document?.document_id ?? '');

export const useAddPaper = (): StoredPapers['add'] => use(StoredPapersContext).add;

/**
 * Loads the details of a paper that this page did not send, shortly before its field is in view; not where the
 * applicant saves data.
 */
export function useLoadedPaper(document: StoredFile | undefined, field: RefObject<HTMLElement | null>): void {
  const { details, add } = use(StoredPapersContext);
  const id = document?.document_id;
  const isKnown = id === undefined || details.has(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useEffect(() => {
    if (isKnown || !document || !field.current || isSavingData()) return;
    const controller = new AbortController();
    const load = async () => {
      const paper = await loadDetails(document, controller.signal);
      if (paper && !controller.signal.aborted) add(document.document_id, paper);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        load().catch(() => undefined);
      },
      { rootMargin: '300px' },
    );
    observer.observe(field.current);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [id, isKnown]);
}

function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !('IntersectionObserver' in globalThis) || connection?.saveData === true;
}

async function loadDetails(
  { document_id, filetype }: StoredFile,
  signal: AbortSignal,
): Promise<PaperDetails | undefined> {
  const { data } = await portalFetch(documentUrl(document_id), { signal });
  const file = await data?.blob();
  if (!file) return undefined;
  if (filetype !== 'pdf') return { bytes: file.size, picture: file };
  const { renderFirstPage } = await import('./documents/pdf-frame.tsx');
  const first = await renderFirstPage(file).catch(() => undefined);
  return { bytes: file.size, pages: first?.pages, picture: first?.picture };
}

/** @param size formatted */
export const describePaper = (size: string, pages: number | undefined): Word => {
  if (pages === undefined) return { te: size, en: size };
  return pages === 1 ? msg`1 page, ${size}` : msg`${pages} pages, ${size}`;
};
