import type { ShellFiles } from '../pages/shell-build.ts';
import type { Place } from './room.ts';

export const SCRIPT_PATH = '/waiting-room/script.js';

/** Minutes, rounded up. Null while no visitor has been admitted. */
export const toMinutes = ({ seconds }: Place): number | null =>
  seconds === undefined ? null : Math.ceil(seconds / 60);

/** Bilingual, since visitors choose the language on later pages. Without scripts it reloads itself. */
export function renderWaitingPage(
  place: Place,
  { icon, styles }: Pick<ShellFiles, 'icon' | 'styles'>,
): string {
  const minutes = toMinutes(place);
  return `<!doctype html>
<html lang="te">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#8C1D18">
<title>కొద్దిసేపు వేచి ఉండండి · Please wait a little</title>
<link rel="icon" type="image/svg+xml" href="/assets/${icon}">
${styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`).join('\n')}
<noscript><meta http-equiv="refresh" content="${place.pollSeconds}"></noscript>
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<div id="root">
<header class="masthead"><div class="masthead-inner"><p class="masthead-name"><span class="masthead-words">అర్చక పరీక్షలు <span class="second" lang="en">Archaka examinations</span></span></p></div></header>
<main class="page stack">
<h1>కొద్దిసేపు వేచి ఉండండి <span class="second" lang="en">Please wait a little</span></h1>
<p class="paragraph"><span>ఇప్పుడు చాలా మంది ఒకేసారి వచ్చారు. మీ వంతు రాగానే ఈ పేజీ తనంతట తానే తెరుచుకుంటుంది.</span> <span class="second" lang="en">Very many people have come at the same time. This page opens by itself when it is your turn.</span></p>
<div class="card" id="place" role="status" data-poll-seconds="${place.pollSeconds}">
<p class="paragraph"><span>మీ ముందు ఉన్నవారు: <strong class="ahead">${place.ahead}</strong></span> <span class="second" lang="en">People ahead of you: <strong class="ahead">${place.ahead}</strong></span></p>
<p class="paragraph" id="time"${minutes === null ? ' hidden' : ''}><span>వేచి ఉండే సమయం, సుమారు నిమిషాలు: <strong class="minutes">${minutes ?? ''}</strong></span> <span class="second" lang="en">Time to wait, about, in minutes: <strong class="minutes">${minutes ?? ''}</strong></span></p>
</div>
<p class="paragraph"><span>మీ వంతు పోదు: పేజీ మూసినా, ఫోన్ ఆగినా, రెండు గంటలలోపు ఇదే బ్రౌజర్‌లో మళ్ళీ తెరవండి.</span> <span class="second" lang="en">You do not lose your place: if you close this page or the phone goes off, open it again in this browser within two hours.</span></p>
<p class="paragraph"><span>మీరు చెల్లించిన డబ్బు, భద్రపరిచిన ఫారం పోవు.</span> <span class="second" lang="en">Money that you have paid and the form that you have saved are safe.</span></p>
</main>
</div>
</body>
</html>
`;
}
