// The filters of the tables: each form hides the rows of its table that do not fit.
document.querySelectorAll("form.filters").forEach((form) => {
  const name = form.dataset.for;
  const rows = [...document.querySelectorAll(`#${name} tbody tr`)];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const count = document.querySelector(`[data-count="${name}"]`);
  const none = document.querySelector(`[data-none="${name}"]`);

  function fits(row, text) {
    const value = (key) => (form[key] ? form[key].value : "");
    const column = value("column");
    return value("text").toLowerCase().split(/\s+/).every((word) => text.includes(word))
      && (!value("state") || row.dataset.state.split(" ").includes(value("state")))
      && (!value("level") || row.dataset.level === value("level"))
      && (!value("chapter") || row.dataset.chapter === value("chapter"))
      && (column === "" || "bad" in row.cells[1 + Number(column)].dataset);
  }

  function apply() {
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !fits(row, texts[i]);
      shown += row.hidden ? 0 : 1;
    });
    if (count) count.textContent = shown;
    if (none) none.hidden = shown > 0;
  }

  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
});
