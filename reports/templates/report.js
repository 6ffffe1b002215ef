const form = document.getElementById("filters");
const rows = [...document.querySelectorAll("table.rules tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());
const tiles = [...document.querySelectorAll("button.tile")];

function apply() {
  const words = form.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  const exercised = form.verdict.value === "exercised";
  const same = (row, key) => !form[key].value || row.dataset[key] === form[key].value;
  rows.forEach((row, i) => {
    const verdict = exercised ? !row.dataset.verdict.startsWith("not-") : same(row, "verdict");
    const visible = verdict && same(row, "level") && same(row, "chapter")
      && words.every((word) => texts[i].includes(word));
    row.hidden = !visible;
    shown += visible;
  });
  document.getElementById("shown").textContent = shown;
  document.getElementById("none").hidden = shown > 0;
  tiles.forEach((tile) =>
    tile.setAttribute("aria-pressed", String(tile.dataset.verdict === form.verdict.value)));
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
tiles.forEach((tile) => tile.addEventListener("click", () => {
  const same = form.verdict.value === tile.dataset.verdict;
  form.verdict.value = same ? "" : tile.dataset.verdict;
  apply();
  document.getElementById("rules").scrollIntoView();
}));

if (!rows.some((row) => !row.dataset.verdict.startsWith("not-"))) form.verdict.value = "";
apply();
