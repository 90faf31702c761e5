import { ButtonLink } from '@archaka/platform';
import { Bilingual, Paragraph, words } from '@archaka/web-kit';

const title = { te: 'ఈ పేజీ లేదు', en: 'There is no such page' };
const why = {
  te: 'చిరునామా సరిగా ఉందో చూడండి, లేదా హోమ్‌కు వెళ్ళండి.',
  en: 'Check the address, or go to the home page.',
};

export function NotFound() {
  return (
    <div className="stack">
      <h1>
        <Bilingual word={title} />
      </h1>
      <Paragraph word={why} />
      <div className="row">
        <ButtonLink to="/" word={words.home} tone="main" />
      </div>
    </div>
  );
}
