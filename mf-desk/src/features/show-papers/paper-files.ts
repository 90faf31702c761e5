import { type ApplicationRecord, type PaperField, routes, type StoredFile } from '@archaka/contracts/calls';
import { onNotice, portalFetch } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { isCompartmental } from '../../labels.ts';

export interface Paper {
  readonly field: PaperField;
  readonly file: StoredFile;
  /** Among the files of its field, from 1. */
  readonly number: number;
  readonly count: number;
}

export interface PaperList {
  readonly papers: readonly Paper[];
  /** Required for this application and not uploaded. */
  readonly missing: readonly PaperField[];
}

interface ExaminationRules {
  readonly exam_types: readonly { readonly id: number; readonly previous_certificate: string | null }[];
}

/** What this type of examination requires of this applicant, the photo last. */
function listRequired(record: ApplicationRecord, examination: ExaminationRules | undefined): PaperField[] {
  const type = examination?.exam_types.find(({ id }) => id === record.exam_type);
  const { scribe = 'none', compensatory_time = false } = record.accommodation ?? {};
  const required: readonly (readonly [PaperField, boolean])[] = [
    ['birth_certificate', true],
    ['previous_certificate', Boolean(type?.previous_certificate)],
    ['markmemos_certificate', isCompartmental(record)],
    ['accommodation_certificate', scribe !== 'none' || compensatory_time],
    ['image', true],
  ];
  return required.filter(([, isRequired]) => isRequired).map(([field]) => field);
}

const order: readonly PaperField[] = [
  'birth_certificate',
  'previous_certificate',
  'markmemos_certificate',
  'accommodation_certificate',
  'image',
];

export function listPapers(record: ApplicationRecord, examination: ExaminationRules | undefined): PaperList {
  const filesOf = (field: PaperField) => record[field] ?? [];
  const papers = order.flatMap((field) =>
    filesOf(field).map((file, index, files) => ({ field, file, number: index + 1, count: files.length })),
  );
  const missing = listRequired(record, examination).filter((field) => filesOf(field).length === 0);
  return { papers, missing };
}

export const toPaperUrl = (applicationId: string, documentId: string): string =>
  routes.getCasePaper.path
    .replace(':application_id', encodeURIComponent(applicationId))
    .replace(':id', encodeURIComponent(documentId));

interface LoadedFile {
  readonly blob: Blob;
  /** Of this page only. */
  readonly url: string;
}

interface FileState {
  readonly address: string;
  readonly file?: LoadedFile;
  readonly failed?: boolean;
}

/** A paper of a case: read with the session of the staff, never from the browser's cache of another person. */
export function useFile(address: string | undefined) {
  const [state, setState] = useState<FileState>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads it anew
  useEffect(() => {
    if (!address) return undefined;
    const controller = new AbortController();
    let url: string | undefined;
    const read = async () => {
      const { data } = await portalFetch(address, { signal: controller.signal }, { session: 'staff' });
      const blob = await data?.blob();
      if (controller.signal.aborted) return;
      if (!blob) return setState({ address, failed: true });
      url = URL.createObjectURL(blob);
      setState({ address, file: { blob, url } });
    };
    read().catch(() => controller.signal.aborted || setState({ address, failed: true }));
    const unsubscribe = onNotice('staff-signed-in', () => void read().catch(() => undefined));
    return () => {
      unsubscribe();
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [address, attempt]);

  const current = state?.address === address ? state : undefined;
  return {
    file: current?.file,
    failed: current?.failed ?? false,
    retry: () => {
      setState(undefined);
      setAttempt(attempt + 1);
    },
  };
}
