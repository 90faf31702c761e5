import {
  type HallPackFailure,
  makeHallPack,
  type HallPack as Pack,
  routes,
  type StaffMember,
} from '@archaka/contracts/calls';
import { Button, dateTimeText, Facts, Paragraph, Sentence, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import { deskApi } from '../../desk-api.ts';
import { Section } from '../../desk-section.tsx';
import { toFailure } from '../../failures.ts';
import { countText } from '../../labels.ts';
import { mayCall } from '../../roles.ts';

const title: Word = msg`Pack for the halls`;
const explanation: Word = msg`Tickets, photo roll, attendance sheet, list and the data of the scanner, as one ZIP file. A new pack replaces the one before.`;
const making: Word = msg`The pack is being made`;
const made: Word = msg`The pack is made`;
const isWhole: Word = msg`Everybody who has paid is in it.`;
const isPartial: Word = msg`Some who have paid have no ticket yet and are not in it. Make it again later.`;
const isBusy: Word = msg`The pack of this district is being made. Wait for its end.`;

const failureLabels: Readonly<Record<HallPackFailure, Word>> = {
  'not-paid': msg`There is no pack: nobody who has chosen this district has paid.`,
  'not-printed': msg`There is no pack: the tickets of this district are still being printed. Make it again later.`,
  'ticket-changed': msg`There is no pack: a ticket was printed again meanwhile. Make it again.`,
  fault: msg`There is no pack: the portal failed to make it. Make it again; if that fails too, tell the operators.`,
};

interface HallPackProps {
  district: string;
  pack: Pack | undefined;
  member: StaffMember;
}

/** The papers of a centre district, and their file once it is made. */
export function HallPack({ district, pack, member }: HallPackProps) {
  const [failure, setFailure] = useState<Word>();
  const [send, { isLoading }] = deskApi.useMakeHallPackMutation();
  const start = async () => {
    const { data, error } = await send({ district });
    if (data?.status === 200) setFailure(undefined);
    else setFailure(data?.status === 420 ? isBusy : toFailure(error));
  };
  const isAllowed = mayCall(member, makeHallPack);
  return (
    <Section title={title} level={3}>
      <Paragraph word={explanation} />
      {pack && <PackFacts pack={pack} />}
      <p role="alert">{failure && <Sentence word={failure} />}</p>
      {isAllowed && (
        <p className="row">
          {pack?.state === 'made' && <DownloadLink district={district} number={pack.number} />}
          {pack?.state !== 'making' && (
            <Button
              word={pack ? msg`Make the pack again` : msg`Make the pack`}
              busy={isLoading}
              onClick={() => void start()}
            />
          )}
        </p>
      )}
    </Section>
  );
}

function DownloadLink({ district, number }: { district: string; number: number }) {
  const parameters = new URLSearchParams({ district, number: String(number) });
  return (
    <a className="button" href={`${routes.downloadHallPack.path}?${parameters}`} download>
      <Sentence word={msg`Download the pack`} />
    </a>
  );
}

const describeProgress = ({ done, total }: Pack): Word => {
  const [count, all] = [countText(done), countText(total)];
  return msg`${count} of ${all} sheets`;
};

function describeRequest({ requested_by, requested_at }: Pack): Word {
  const at = dateTimeText(requested_at);
  return msg`Requested by ${requested_by}, ${at}`;
}

function describeEnd(expires_at: string): Word {
  const at = dateTimeText(expires_at);
  return msg`The portal deletes it on ${at}.`;
}

function PackFacts({ pack }: { pack: Pack }) {
  const { state, failure, counts, expires_at } = pack;
  return (
    <>
      <p role="status">
        {state === 'making' && (
          <>
            <Sentence word={making} /> {pack.total > 0 && <Sentence word={describeProgress(pack)} />}
          </>
        )}
        {state === 'made' && <Sentence word={made} />}
        {failure && <Sentence word={failureLabels[failure]} />}
      </p>
      <Paragraph className="hint" word={describeRequest(pack)} />
      {counts && (
        <>
          <Facts
            facts={[
              { label: msg`Paid candidates`, value: countText(counts.paid) },
              { label: msg`With a ticket`, value: countText(counts.ticketed) },
              { label: msg`In the pack`, value: countText(counts.listed) },
            ]}
          />
          <Paragraph word={counts.paid === counts.listed ? isWhole : isPartial} />
        </>
      )}
      {state === 'made' && expires_at && <Paragraph word={describeEnd(expires_at)} />}
    </>
  );
}
