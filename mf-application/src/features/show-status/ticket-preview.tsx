import { routes } from '@archaka/contracts';
import { Bilingual, Paragraph, portalFetch, Skeleton, useBothTexts, useNotice } from '@archaka/platform';
import { useEffect, useState } from 'react';
import { statusMessages } from './status-messages.ts';

type Preview =
  | { readonly state: 'coming' }
  | { readonly state: 'missing' }
  /** `url`: an address within the page, good while it is shown. */
  | { readonly state: 'there'; readonly url: string };

/** The picture may be asked for before the news of the application has arrived where it is made. */
const MAX_TRIES = 8;
const ACCEPTED = 202;

/** Asks for the picture as often as the service says to, and no longer than it helps. */
async function fetchPreview(applicationId: string, signal: AbortSignal): Promise<Blob | undefined> {
  const path = routes.previewTicket.path.replace(':application_id', encodeURIComponent(applicationId));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { data } = await portalFetch(path, { signal });
    if (data?.status !== ACCEPTED) return data?.blob();
    const seconds = Number(data.headers.get('retry-after')) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  return undefined;
}

function useTicketPreview(applicationId: string): Preview {
  const [preview, setPreview] = useState<Preview>({ state: 'coming' });
  const [change, setChange] = useState(0);
  useNotice('application-changed', () => setChange((count) => count + 1));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change makes another picture
  useEffect(() => {
    const controller = new AbortController();
    let url = '';
    const load = async () => {
      const picture = await fetchPreview(applicationId, controller.signal);
      if (controller.signal.aborted) return;
      if (picture) url = URL.createObjectURL(picture);
      setPreview(url ? { state: 'there', url } : { state: 'missing' });
    };
    load().catch(() => controller.signal.aborted || setPreview({ state: 'missing' }));
    return () => {
      controller.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [applicationId, change]);
  return preview;
}

/** The hall ticket as it will be printed; where it cannot be had, nothing is missed. */
export function TicketPreview({ applicationId }: { applicationId: string }) {
  const preview = useTicketPreview(applicationId);
  const alt = useBothTexts()(statusMessages.ticketPreview);
  if (preview.state === 'missing') return null;
  return (
    <section className="stack" aria-labelledby="ticket-preview-title">
      <h4 id="ticket-preview-title">
        <Bilingual word={statusMessages.ticketPreview} />
      </h4>
      <Paragraph word={statusMessages.ticketPreviewHint} />
      {preview.state === 'coming' ? (
        <Skeleton lines={6} />
      ) : (
        <a href={preview.url} target="_blank" rel="noreferrer">
          <img className="ticket-preview" src={preview.url} alt={alt} />
        </a>
      )}
    </section>
  );
}
