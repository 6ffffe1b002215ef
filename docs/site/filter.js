// Filters above each table of class "filtered": a text, and a choice for every data attribute that its rows have. What is
// chosen stands in the address, so that a filtered table can be linked.
for (const table of document.querySelectorAll("table.filtered")) {
  const rows = [...table.tBodies[0].rows];
  const given = new URLSearchParams(location.search);
  const form = document.createElement("form");
  const add = (name, field) => {
    const label = document.createElement("label");
    field.name = name;
    label.append(`${name} `, field);
    form.append(label, " ");
  };
  const text = Object.assign(document.createElement("input"), { type: "search", value: given.get("text") ?? "" });
  add("text", text);
  for (const name of (table.dataset.filters ?? "").split(" ").filter(Boolean)) {
    const words = new Set(rows.flatMap((row) => (row.dataset[name] ?? "").split(" ")));
    words.delete("");
    const field = document.createElement("select");
    field.append(new Option("every one", ""), ...[...words].sort().map((word) => new Option(word, word)));
    field.value = words.has(given.get(name)) ? given.get(name) : "";
    add(name, field);
  }
  const count = document.createElement("output");
  form.append(count);
  const apply = () => {
    const chosen = [...new FormData(form)].filter(([, value]) => value);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !chosen.every(([name, value]) => name === "text"
        ? row.textContent.toLowerCase().includes(value.toLowerCase())
        : (row.dataset[name] ?? "").split(" ").includes(value));
      shown += !row.hidden;
    }
    count.textContent = `${shown} of ${rows.length}`;
    const words = new URLSearchParams(chosen).toString();
    if (location.protocol !== "file:") history.replaceState(null, "", `${location.pathname}${words && `?${words}`}${location.hash}`);
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  table.before(form);
  apply();
}
