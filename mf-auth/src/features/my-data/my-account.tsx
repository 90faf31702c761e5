import { dateTimeText, Facts } from '@archaka/platform';
import { Paragraph, words } from '@archaka/platform/core';
import { msg } from '@lingui/core/macro';
import { AccountActions } from './account-actions.tsx';
import { useAccountQuery } from './my-data-api.ts';
import { Loaded, Section } from './section.tsx';

const title = msg`My account`;
const explanation = msg`What you told us when you signed up.`;
const since = msg`Since`;

export function MyAccount() {
  const query = useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Section title={title}>
      <Paragraph word={explanation} />
      <Loaded query={query}>
        {([account]) =>
          account && (
            <>
              <Facts
                facts={[
                  { label: words.name, value: account.name },
                  { label: words.mobileNumber, value: account.number },
                  { label: words.email, value: account.email },
                  { label: words.address, value: account.address },
                  { label: words.devasthanam, value: account.devasthanam },
                  { label: words.landmark, value: account.landmark },
                  { label: words.town, value: account.town },
                  { label: words.pincode, value: account.pincode },
                  { label: since, value: dateTimeText(account.created_at) },
                ]}
              />
              <AccountActions account={account} onChanged={() => void query.refetch()} />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
