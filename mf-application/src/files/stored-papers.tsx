import type { StoredFile } from '@archaka/contracts/calls';
import { portalFetch, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { documentUrl } from '../application-api.ts';

/** What the form shows of a stored paper. */
interface PaperDetails {
  readonly bytes: number;
  /** As the applicant's device called it; undefined for a paper without one. */
  readonly name?: string | undefined;
  /** Of a PDF. */
  readonly pages?: number | undefined;
  /** Address of a small picture of the photo or the first page. */
  readonly picture?: string | undefined;
}

interface StoredPapers {
  readonly details: ReadonlyMap<string, PaperDetails>;
  readonly load: (documentId: string, signal: AbortSignal) => Promise<void>;
}

const StoredPapersContext = createContext<StoredPapers>({ details: new Map(), load: async () => undefined });

/** The papers of one form, each loaded once for its field and for the answers to be checked. */
export function StoredPapersProvider({ children }: { children: ReactNode }) {
  const [details, setDetails] = useState<StoredPapers['details']>(new Map());
  const load: StoredPapers['load'] = async (documentId, signal) => {
    const paper = await loadDetails(documentId, signal);
    if (paper && !signal.aborted) setDetails((papers) => new Map([...papers, [documentId, paper]]));
  };
  return <StoredPapersContext value={{ details, load }}>{children}</StoredPapersContext>;
}

export const usePaperDetails = (document: StoredFile | undefined): PaperDetails | undefined =>
  use(StoredPapersContext).details.get(document?.document_id ?? '');

/** Loads the details of a paper once. */
export function useLoadedPaper(document: StoredFile | undefined): PaperDetails | undefined {
  const { load } = use(StoredPapersContext);
  const paper = usePaperDetails(document);
  const id = document?.document_id;
  const isKnown = paper !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document
  useEffect(() => {
    if (isKnown || !id) return;
    const controller = new AbortController();
    load(id, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [id, isKnown]);
  return paper;
}

async function loadDetails(documentId: string, signal: AbortSignal): Promise<PaperDetails | undefined> {
  const { data } = await portalFetch(documentUrl(documentId), {
    signal,
    headers: { accept: 'application/json' },
  });
  const { picture, ...paper } = ((await data?.json()) ?? {}) as Partial<PaperDetails>;
  if (paper.bytes === undefined) return undefined;
  return { ...paper, bytes: paper.bytes, picture: picture && `data:image/jpeg;base64,${picture}` };
}

/** @param size formatted */
export const describePaper = (size: string, pages: number | undefined): Word => {
  if (pages === undefined) return { te: size, en: size };
  return pages === 1 ? msg`1 page, ${size}` : msg`${pages} pages, ${size}`;
};
