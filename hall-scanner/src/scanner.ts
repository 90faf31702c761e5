import { type Keeping, openKeeping } from './keeping.ts';
import { portalAsker } from './portal/ask-portal.ts';
import type { Finding } from './verdict/finding.ts';
import { judge } from './verdict/judge.ts';
import { element } from './view/dom.ts';
import { installButton } from './view/install-button.ts';
import { listPanel } from './view/list-panel.ts';
import { otherWays } from './view/other-ways.ts';
import { showReadiness } from './view/readiness.ts';
import { resultView } from './view/result.ts';
import { scanPanel } from './view/scan-panel.ts';
import { install } from './worker/install.ts';

const { origin } = location;

/** Judges what is scanned, and shows it; counts, and keeps nothing else of it. */
function checking({ known }: Pick<Keeping, 'known'>) {
  const result = resultView();
  const count = element('count', HTMLOutputElement);
  const askPortal = portalAsker();
  let isBusy = false;

  const show = (finding: Finding) => {
    isBusy = true;
    const { facts, list } = known();
    const listMadeAt = finding.state === 'current' ? undefined : list?.made_at;
    result.show(finding, { examTypes: facts.examTypes, listMadeAt });
  };
  return {
    show,
    isBusy: () => isBusy,
    async judge(text: string) {
      isBusy = true;
      result.checking();
      const { facts, list } = known();
      const finding = await judge(text, { origin, keys: facts.keys, list, askPortal });
      if (finding.claims) count.value = String(Number(count.value) + 1);
      show(finding);
    },
    next() {
      isBusy = false;
      result.clear();
    },
  };
}

function keepUpToDate(keeping: Keeping): void {
  void keeping.refresh();
  addEventListener('online', keeping.refresh);
  addEventListener('offline', () => showReadiness(keeping.known()));
  void install().then(keeping.filesAreKept);
}

/** Wires the page. */
export async function startScanner(): Promise<void> {
  installButton();
  const keeping = await openKeeping(showReadiness);
  const check = checking(keeping);
  const scan = scanPanel({ origin, judge: check.judge, isBusy: check.isBusy });
  otherWays({ origin, judge: check.judge, show: check.show });
  listPanel(keeping);
  element('next', HTMLButtonElement).addEventListener('click', () => {
    check.next();
    scan.goOn();
  });
  keepUpToDate(keeping);
}
