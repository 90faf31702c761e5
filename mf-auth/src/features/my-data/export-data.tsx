import { routes } from '@archaka/contracts/calls';
import { portalFetch, retryAfterSignIn, saveFile, tryAgainAfter } from '@archaka/platform';
import { Button, Paragraph, Sentence, type Word } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { type HoldingService, serviceMessages } from './erasure.tsx';
import { Section } from './section.tsx';

const title = msg`Download everything`;
const explanation = msg`One zip with your account, consents, forms, applications with all their versions, payments, papers, photo and hall tickets. At most five times a day.`;
const otpNeeded = msg`If you signed in more than five minutes ago, you are asked for a one-time password first.`;
const button = msg`Download my data`;
const fetching = msg`Being put together and downloaded…`;
const saved = msg`Downloaded. Look for my-data.zip among the downloads of this device.`;
const failed = msg`It could not be downloaded. Check the connection and press once more; if it lasts, try again in a few minutes.`;
const incomplete = msg`These did not answer and are missing; download once more later:`;

/** The services have a few seconds to respond. */
const RESPONSE_TIMEOUT_MS = 20_000;

interface Download {
  readonly state: 'idle' | 'fetching' | 'done';
  readonly message?: Word;
  readonly missing: readonly HoldingService[];
}

const idle: Download = { state: 'idle', missing: [] };

async function download(): Promise<Download> {
  const { data, error } = await retryAfterSignIn(() =>
    portalFetch(routes.exportMyData.path, {}, { answerWithinMs: RESPONSE_TIMEOUT_MS }),
  );
  if (error?.kind === 'signed-out') return idle;
  if (error?.kind === 'too-many') return { ...idle, message: tryAgainAfter(error.retryAfter) };
  if (!data) return { ...idle, message: failed };
  saveFile(await data.blob(), 'my-data.zip');
  const missing = (data.headers.get('x-missing-services') ?? '')
    .split(',')
    .filter(Boolean) as HoldingService[];
  return { state: 'done', message: saved, missing };
}

function Missing({ services }: { services: readonly HoldingService[] }) {
  if (services.length === 0) return null;
  return (
    <>
      <Paragraph word={incomplete} />
      <ul>
        {services.map((service) => (
          <li key={service}>
            <Sentence word={serviceMessages[service]} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** One file with all of the own data; a service that is down is named. */
export function ExportData() {
  const [{ state, message, missing }, setDownload] = useState(idle);
  const start = async () => {
    setDownload({ state: 'fetching', message: fetching, missing: [] });
    setDownload(await download().catch(() => ({ ...idle, message: failed })));
  };
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Paragraph word={otpNeeded} />
      <div className="row">
        <Button word={button} busy={state === 'fetching'} onClick={() => void start()} />
      </div>
      <div role="status">
        {message && <Paragraph word={message} />}
        <Missing services={missing} />
      </div>
    </Section>
  );
}
