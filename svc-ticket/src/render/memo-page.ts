import { type MemoContent, outcomeSentences, type PaperRow, resultLabels } from '../domain/result.ts';
import type { LocalizedText } from '../domain/ticket-content.ts';
import { type Html, html } from './html.ts';
import { renderMark, renderRow, renderWords, steps } from './ticket-page.ts';

const NO_NUMBER = '–';

const renderPaper = ({ name, max, pass, marks }: PaperRow): Html =>
  html`<tr><th scope="row">${renderWords(name)}</th><td>${max ?? NO_NUMBER}</td><td>${pass ?? NO_NUMBER}</td><td>${renderWords(marks)}</td></tr>`;

/** The marks by paper, on the memo and on the page of results. */
export const renderMarks = (papers: readonly PaperRow[]): Html =>
  html`<table class="marks">
      <thead><tr>${resultLabels.columns.map((words) => html`<th scope="col">${renderWords(words)}</th>`)}</tr></thead>
      <tbody>${papers.map(renderPaper)}</tbody>
    </table>`;

interface MemoSheet extends MemoContent {
  /** Across the sheet of a trial. */
  readonly mark?: Required<LocalizedText> | undefined;
}

export const renderMemoSheet = ({ examination, person, rows, papers, outcome, mark }: MemoSheet): Html =>
  html`<article class="sheet" data-fit>
    <header class="masthead">
      <h1>${renderWords(examination)}</h1>
      <p>${renderWords(resultLabels.title)}</p>
    </header>
    ${steps}
    <div class="memo">
      <table class="person"><tbody>${person.map(renderRow)}</tbody></table>
      <table class="rest"><tbody>${rows.map(renderRow)}</tbody></table>
      <h2>${renderWords(resultLabels.marks)}</h2>
      ${renderMarks(papers)}
      <p class="outcome ${outcome}">${renderWords(outcomeSentences[outcome])}</p>
    </div>
  </article>${renderMark(mark)}`;
