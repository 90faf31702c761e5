// Needs sheets.js and pack.js.

function tableRow(cells) {
  const made = document.createElement('tr');
  for (const words of cells) setWords(made.insertCell(), words);
  return made;
}

const number = (count) => ({ te: String(count) });

globalThis.fillSheet = (sheet, { examination, centre, made, counts, verdict, isWhole, files }) => {
  setWords(part(sheet, 'examination'), examination);
  setWords(part(sheet, 'centre'), centre);
  part(sheet, 'made').textContent = made;
  part(sheet, 'counts').replaceChildren(
    ...counts.map(({ group, paid, ticketed, listed }) =>
      tableRow([group, number(paid), number(ticketed), number(listed)]),
    ),
  );
  setWords(part(sheet, 'verdict'), verdict);
  part(sheet, 'verdict').classList.toggle('good', isWhole);
  part(sheet, 'files').replaceChildren(
    ...files.map(({ name, holds, sha256 }) => tableRow([{ te: name }, number(holds), { te: sha256 }])),
  );
};
