import { Bilingual, words } from '@archaka/web-kit';
import { Slice } from '../../slices/slice.tsx';

export function Login({ id = 'login' }: { id?: string }) {
  return (
    <section className="section" id={id} tabIndex={-1} aria-labelledby="login-title">
      <h2 id="login-title">
        <Bilingual word={words.signIn} />
      </h2>
      <Slice name="mf-auth">{({ SignIn }) => <SignIn place="page" />}</Slice>
    </section>
  );
}
