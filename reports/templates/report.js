// The filters of the table of rules, and what a link needs to be open.
const form = document.getElementById("filters");
const rows = [...document.querySelectorAll("#rule-table tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());

function apply() {
  const words = form.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  rows.forEach((row, i) => {
    const fits = ["verdict", "level", "chapter"].every(
      (key) => !form[key].value || row.dataset[key] === form[key].value);
    row.hidden = !(fits && words.every((word) => texts[i].includes(word)));
    shown += row.hidden ? 0 : 1;
  });
  document.getElementById("shown").textContent = shown;
  document.getElementById("none").hidden = shown > 0;
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());

function open() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", open);
open();
apply();
